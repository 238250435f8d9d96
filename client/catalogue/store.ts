import type {
  Category,
  CategoryCount,
  Item,
  ItemDetails,
  ItemList,
  ItemSearchInfo,
  RelatedItems,
} from '../../shared/catalogue/schema.ts'
import { type List, listKey, noRows, removeFromList, setPage } from '../stream/lists.ts'

export type CatalogueState = {
  items: Record<string, Item>
  /** The long descriptions of opened items, as sanitised HTML. */
  descriptions: Record<string, string>
  /** The ids of what is shown with opened items, as they were when it was loaded. */
  related: Record<string, Related>
  lists: Record<string, List<ItemList>>
  /** What the server said about the searches among the lists, by the lists' keys. */
  searches: Record<string, ItemSearchInfo>
  /**
   * How many items of each category match a filter, by `countsKey`. Null if the server doesn't count them, and missing until
   * they are loaded.
   */
  counts: Record<string, CategoryCount[] | null>
  categories: Category[] | null
}
export type Related = { [part in keyof RelatedItems]: string[] }
type Draft = { catalogue: CatalogueState }
type Page = {
  data: Item[]
  totalCount: number
  nextCursor: string | null
  categoryCounts?: CategoryCount[] | undefined
  search?: ItemSearchInfo | undefined
}

export const initialCatalogue = (): CatalogueState => ({
  items: noRows(),
  descriptions: noRows(),
  related: noRows(),
  lists: {},
  searches: {},
  counts: {},
  categories: null,
})

export const itemsKey = (filter: ItemList) => listKey('items', filter)
/** The same for all lists that differ in their category and order alone. */
export const countsKey = ({ category: _, sortBy: __, limit: ___, from: ____, ...others }: ItemList) =>
  listKey('counts', others)
export const itemKey = (id: string) => `item/${id}`
export const relatedKey = (id: string) => `item/${id}/related`
export const categoriesKey = 'categories'

/** Stores a page of a list; without a cursor it is the first one. */
export function setItems({ catalogue }: Draft, filter: ItemList, page: Page, cursor?: string) {
  for (const item of page.data) catalogue.items[item._id] = item
  setPage(catalogue.lists, itemsKey(filter), filter, page, cursor)
  setCounts({ catalogue }, filter, page)
  if (page.search) catalogue.searches[itemsKey(filter)] = page.search
}

export function setCounts({ catalogue }: Draft, filter: ItemList, { categoryCounts }: Partial<Page>) {
  catalogue.counts[countsKey(filter)] = categoryCounts ?? null
}

export function setItem({ catalogue }: Draft, { description, ...item }: ItemDetails) {
  putItem(catalogue, item)
  catalogue.descriptions[item._id] = description
}

/** Updates an item. Only lists say how many plans it has. */
export function putItem({ items }: CatalogueState, item: Item) {
  items[item._id] = { planCount: items[item._id]?.planCount, ...item }
}

export function setRelated({ catalogue }: Draft, id: string, answer: RelatedItems) {
  for (const item of Object.values(answer).flat()) catalogue.items[item._id] = item
  const parts = Object.entries(answer).map(([part, items]) => [part, items.map(({ _id }) => _id)])
  catalogue.related[id] = Object.fromEntries(parts) as Related
}

export function removeItem({ catalogue }: Draft, id: string) {
  delete catalogue.items[id]
  delete catalogue.descriptions[id]
  delete catalogue.related[id]
  for (const list of Object.values(catalogue.lists)) removeFromList(list, id)
}
