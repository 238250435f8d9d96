import { catalogueRoutes, type ItemDetails, type ItemFilter } from '../../shared/catalogue.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { appendPage, asManyAs } from '../stream/lists.ts'
import { categoriesKey, itemKey, itemsKey, keepItems, removeItem, setItem, setItems } from './store.ts'

const streams = ['catalogue' as const]
/** As many as a page of the list has by itself. */
const usual = 24

/** The list from its beginning, and as far as it was shown. @throws CallFailed */
export function loadItems(client: Client, filter: ItemFilter, signal?: AbortSignal) {
  const shown = client.store.getState().catalogue.lists[itemsKey(filter)]?.ids
  return client.load(
    catalogueRoutes.items,
    { ...filter, limit: filter.limit ?? asManyAs(shown, usual) },
    { slice: itemsKey(filter), streams, signal, write: (draft, page) => setItems(draft, filter, page) },
  )
}

export async function loadMoreItems(client: Client, filter: ItemFilter, signal?: AbortSignal) {
  const key = itemsKey(filter)
  const cursor = client.store.getState().catalogue.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    catalogueRoutes.items,
    { ...filter, cursor, limit: filter.limit ?? usual },
    {
      slice: key,
      streams,
      signal,
      write(draft, page) {
        keepItems(draft, page.data)
        appendPage(draft.catalogue.lists[key], cursor, page)
      },
    },
  )
}

/** @throws CallFailed 404 for an item that is not sold: it is nowhere shown then */
export async function loadItem(client: Client, id: string, signal?: AbortSignal) {
  const write = (draft: State, { data }: { data: ItemDetails }) => setItem(draft, data)
  try {
    return await client.load(catalogueRoutes.item, { id }, { slice: itemKey(id), streams, signal, write })
  } catch (error) {
    if (isFailure(error) && error.status === 404) client.update((draft) => removeItem(draft, id))
    throw error
  }
}

export const loadCategories = (client: Client, signal?: AbortSignal) =>
  client.load(
    catalogueRoutes.categories,
    {},
    { slice: categoriesKey, streams, signal, write: (draft, { data }) => void (draft.catalogue.categories = data) },
  )
