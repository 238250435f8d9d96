import { storefrontRoutes } from '../../shared/storefront/routes.ts'
import type { ActionContext } from '../action-context.ts'
import { continueLoad } from '../stream/begun-loads.ts'
import { shopKey, storefrontKey } from './store.ts'

/** Loads the figures about the store. @throws CallFailed */
export const loadStorefront = (context: ActionContext, signal?: AbortSignal) =>
  continueLoad(storefrontKey, () =>
    context.load(
      storefrontRoutes.storefront,
      {},
      {
        snapshotKey: storefrontKey,
        streams: [],
        signal,
        write: (draft, { data }) => void (draft.storefront = data),
      },
    ),
  )

/** Loads the figures of the home and about pages. @throws CallFailed */
export const loadShop = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    storefrontRoutes.shop,
    {},
    { snapshotKey: shopKey, streams: [], signal, write: (draft, { data }) => void (draft.shop = data) },
  )
