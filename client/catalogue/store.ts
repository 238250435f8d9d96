import type { Category, Item, ItemDetails, ItemFilter } from '../../shared/catalogue.ts'
import { type List, listKey, listOf, noRows, takeFromList } from '../stream/lists.ts'

export type CatalogueState = {
  items: Record<string, Item>
  /** The long descriptions of those that were opened, sanitised HTML. */
  descriptions: Record<string, string>
  lists: Record<string, List>
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

export function setItems(draft: Draft, filter: ItemFilter, page: Page) {
  keepItems(draft, page.data)
  draft.catalogue.lists[itemsKey(filter)] = listOf(page)
}

export function keepItems({ catalogue }: Draft, items: Item[]) {
  for (const item of items) catalogue.items[item._id] = item
}

export function setItem({ catalogue }: Draft, { description, ...item }: ItemDetails) {
  catalogue.items[item._id] = item
  catalogue.descriptions[item._id] = description
}

export function removeItem({ catalogue }: Draft, id: string) {
  delete catalogue.items[id]
  delete catalogue.descriptions[id]
  for (const list of Object.values(catalogue.lists)) takeFromList(list, id)
}

type Rating = { averageRating: number; reviewCount: number }

/** What its reviews come to by now. */
export function rateItem({ catalogue }: Draft, id: string, { averageRating, reviewCount }: Rating) {
  const item = catalogue.items[id]
  if (item) catalogue.items[id] = { ...item, averageRating, reviewCount }
}
