import { catalogueRoutes } from '../../shared/catalogue/routes.ts'
import type { ItemDetails, ItemList } from '../../shared/catalogue/schema.ts'
import type { ActionContext } from '../action-context.ts'
import { isFailure } from '../api/call-failed.ts'
import type { State } from '../state.ts'
import { createPagedList } from '../stream/paged-list.ts'
import { categoriesKey, itemKey, itemsKey, relatedKey, removeItem, setItem, setItems, setRelated } from './store.ts'

const streams = ['catalogue' as const]
const pageSize = 24

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
  context.load(
    catalogueRoutes.relatedItems,
    { id },
    { snapshotKey: relatedKey(id), streams, signal, write: (draft, { data }) => setRelated(draft, id, data) },
  )

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
