// Fetched with the socket: before it there are no events.
import type { Category, Item, Sort } from '../../shared/catalogue.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { placeInList } from '../stream/lists.ts'
import { type CatalogueState, rateItem, removeItem } from './store.ts'

type Draft = { catalogue: CatalogueState }

export function applyCatalogue(draft: Draft, event: StreamEvent) {
  const { catalogue } = draft
  if (event.type === 'item.changed') changeItem(catalogue, event.data.item, event.data.arrived === true)
  if (event.type === 'item.removed') removeItem(draft, event.data._id)
  if (event.type === 'review.changed') rateItem(draft, event.data.review.item, event.data)
  if (event.type === 'review.removed') rateItem(draft, event.data.item, event.data)
  if (event.type === 'category.changed') changeCategory(catalogue, event.data)
  if (event.type === 'category.removed' && catalogue.categories) {
    catalogue.categories = catalogue.categories.filter((one) => one._id !== event.data._id)
  }
}

/**
 * A known item changes where it stands, so that nothing jumps under the eyes. One that came onto the shelf goes where
 * it belongs; of any other that a list has not, only the store knows where that is.
 */
function changeItem(catalogue: CatalogueState, item: Item, arrived: boolean) {
  const before = catalogue.items[item._id]
  if (before) catalogue.items[item._id] = item
  if (!arrived) return
  for (const [key, list] of Object.entries(catalogue.lists)) {
    const { filter, sort, isCut } = readKey(key)
    if (isCut || !filter(item)) continue
    catalogue.items[item._id] = item
    placeInList(list, { row: item, before, rows: catalogue.items, belongs: filter, compare: orders[sort] })
  }
}

/** What a list is of, and how it is sorted, from its name. One with a limit of its own is never longer than that. */
function readKey(key: string) {
  const given = new URLSearchParams(key.slice('items&'.length))
  const sort = (given.get('sortBy') ?? 'newest') as Sort
  const [category, least, most] = [given.get('category'), given.get('minPrice'), given.get('maxPrice')]
  const words = (given.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const filter = (item: Item) => {
    const text = `${item.name} ${item.shortDescription}`.toLowerCase()
    return (
      (category === null || item.category._id === category) &&
      (least === null || item.price >= Number(least)) &&
      (most === null || item.price <= Number(most)) &&
      words.every((word) => text.includes(word))
    )
  }
  return { filter, sort, isCut: given.has('limit') }
}

const byId = (a: Item, b: Item) => (a._id < b._id ? -1 : 1)
const byName = (a: Item, b: Item) => {
  const [one, other] = [a.name.toLowerCase(), b.name.toLowerCase()]
  return one === other ? 0 : one < other ? -1 : 1
}

/** As the store sorts them. */
const orders: Record<Sort, (a: Item, b: Item) => number> = {
  newest: (a, b) => b.createdAt - a.createdAt || -byId(a, b),
  name: (a, b) => byName(a, b) || byId(a, b),
  'price-low': (a, b) => a.price - b.price || byId(a, b),
  'price-high': (a, b) => b.price - a.price || -byId(a, b),
  rating: (a, b) => b.averageRating - a.averageRating || -byId(a, b),
}

type Changed = { category: Category; order?: string[] | undefined }

/** In its place, or where the order says; and its new name on whatever is in it. */
function changeCategory(catalogue: CatalogueState, { category, order }: Changed) {
  for (const [id, item] of Object.entries(catalogue.items)) {
    const { _id, name } = item.category
    if (_id === category._id && name !== category.name) {
      catalogue.items[id] = { ...item, category: { _id, name: category.name } }
    }
  }
  if (catalogue.categories) catalogue.categories = placeCategory(catalogue.categories, category, order)
}

/** A new one goes last, unless its place is told. */
export function placeCategory<C extends Category>(categories: C[], category: C, order: string[] | undefined): C[] {
  const known = categories.some((one) => one._id === category._id)
  const placed = known
    ? categories.map((one) => (one._id === category._id ? category : one))
    : [...categories, category]
  return order ? placed.toSorted((a, b) => order.indexOf(a._id) - order.indexOf(b._id)) : placed
}
