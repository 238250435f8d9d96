import { catalogueRoutes } from '../../shared/catalogue/routes.ts'
import type { CategoryCount, ItemDetails, ItemList } from '../../shared/catalogue/schema.ts'
import type { ActionContext } from '../action-context.ts'
import { isFailure } from '../api/call-failed.ts'
import type { State } from '../state.ts'
import { loadStorefront } from '../storefront/actions.ts'
import { storefrontKey } from '../storefront/store.ts'
import { beginLoads, continueLoad } from '../stream/begun-loads.ts'
import { createPagedList } from '../stream/paged-list.ts'
import {
  categoriesKey,
  countsKey,
  itemKey,
  itemsKey,
  relatedKey,
  removeItem,
  setCounts,
  setItem,
  setItems,
  setRelated,
} from './store.ts'

const streams = ['catalogue' as const]
const pageSize = 24
type CountedPage = { categoryCounts?: CategoryCount[] | undefined }

/** The items of a filter. */
export const { load: loadItems, loadMore: loadMoreItems } = createPagedList({
  route: catalogueRoutes.items,
  streams,
  pageSize: (filter: ItemList) => filter.limit ?? pageSize,
  key: itemsKey,
  args: ({ from, ...filter }, page) => ({ ...filter, ...(from && { cursor: from }), ...page }),
  select: (state: State, filter) => state.catalogue.lists[itemsKey(filter)],
  write: setItems,
})

/** How many items of each category match a filter, for a list that is loaded already. @throws CallFailed */
export function loadCounts(context: ActionContext, filter: ItemList, signal?: AbortSignal) {
  const { category: _, from: __, ...others } = filter
  const snapshotKey = countsKey(filter)
  const write = (draft: State, page: CountedPage) => setCounts(draft, filter, page)
  // Sorted, because ranking the matches of a search would be in vain.
  const query = { ...others, sortBy: 'newest', limit: 1 } as const
  return context.load(catalogueRoutes.items, query, { snapshotKey, streams, signal, write })
}

/** @throws CallFailed 404 for an item that is not for sale; it is then removed from all lists */
export async function loadItem(context: ActionContext, id: string, signal?: AbortSignal) {
  const write = (draft: State, { data }: { data: ItemDetails }) => setItem(draft, data)
  try {
    return await context.load(catalogueRoutes.item, { id }, { snapshotKey: itemKey(id), streams, signal, write })
  } catch (error) {
    if (isFailure(error) && error.status === 404) context.update((draft) => removeItem(draft, id))
    throw error
  }
}

/** What to show with an item. @throws CallFailed */
export const loadRelated = (context: ActionContext, id: string, signal?: AbortSignal) =>
  continueLoad(relatedKey(id), () =>
    context.load(
      catalogueRoutes.relatedItems,
      { id },
      { snapshotKey: relatedKey(id), streams, signal, write: (draft, { data }) => setRelated(draft, id, data) },
    ),
  )

/** Loads what an item's page shows beside the item before it opens, so that nothing moves once it is open. */
export const beginItem = (context: ActionContext, id: string) =>
  beginLoads({ [relatedKey(id)]: () => loadRelated(context, id), [storefrontKey]: () => loadStorefront(context) })

/** @throws CallFailed */
export const loadCategories = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    catalogueRoutes.categories,
    {},
    {
      snapshotKey: categoriesKey,
      streams,
      signal,
      write: (draft, { data }) => void (draft.catalogue.categories = data),
    },
  )
