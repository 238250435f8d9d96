import type { Category, Item, ItemDetails, ItemFilter } from '../../shared/catalogue/schema.ts'
import { type List, listKey, noRows, removeFromList, setPage } from '../stream/lists.ts'

export type CatalogueState = {
  items: Record<string, Item>
  /** The long descriptions of opened items, as sanitised HTML. */
  descriptions: Record<string, string>
  lists: Record<string, List<ItemFilter>>
  categories: Category[] | null
}
type Draft = { catalogue: CatalogueState }
type Page = { data: Item[]; totalCount: number; nextCursor: string | null }

export const initialCatalogue = (): CatalogueState => ({
  items: noRows(),
  descriptions: noRows(),
  lists: {},
  categories: null,
})

export const itemsKey = (filter: ItemFilter) => listKey('items', filter)
export const itemKey = (id: string) => `item/${id}`
export const categoriesKey = 'categories'

/** Stores a page of a list; without a cursor it is the first one. */
export function setItems({ catalogue }: Draft, filter: ItemFilter, page: Page, cursor?: string) {
  for (const item of page.data) catalogue.items[item._id] = item
  setPage(catalogue.lists, itemsKey(filter), filter, page, cursor)
}

export function setItem({ catalogue }: Draft, { description, ...item }: ItemDetails) {
  catalogue.items[item._id] = item
  catalogue.descriptions[item._id] = description
}

export function removeItem({ catalogue }: Draft, id: string) {
  delete catalogue.items[id]
  delete catalogue.descriptions[id]
  for (const list of Object.values(catalogue.lists)) removeFromList(list, id)
}
