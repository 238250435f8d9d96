// Loaded with the socket code: without a socket there are no events.
import { fairRating } from '../../shared/catalogue/rules.ts'
import { durations, type ItemSort } from '../../shared/catalogue/list-options.ts'
import { placeCategory } from '../../shared/catalogue/place-category.ts'
import type { Category, Item, ItemList } from '../../shared/catalogue/schema.ts'
import { itemRelevance, matchesItem } from '../../shared/catalogue/search.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { placeInList } from '../stream/place-row.ts'
import { setRating } from './set-rating.ts'
import { type CatalogueState, putItem, removeItem } from './store.ts'

type Draft = { catalogue: CatalogueState }

export function applyCatalogue(draft: Draft, event: StreamEvent) {
  const { catalogue } = draft
  // What an item was before isn't known unless it is loaded, so they are counted again (items.tsx).
  if (event.stream === 'catalogue') catalogue.counts = {}
  if (event.type === 'item.changed') changeItem(catalogue, event.data.item, event.data.arrived === true)
  if (event.type === 'item.removed') removeItem(draft, event.data._id)
  if (event.type === 'review.changed') setRating(draft, event.data.review.item, event.data)
  if (event.type === 'review.removed') setRating(draft, event.data.item, event.data)
  if (event.type === 'category.changed') changeCategory(catalogue, event.data)
  if (event.type === 'category.removed' && catalogue.categories) {
    catalogue.categories = catalogue.categories.filter(({ _id }) => _id !== event.data._id)
  }
}

/**
 * Updates an item. A known one keeps its place in the lists, so that nothing moves under the user's eyes. One that has
 * become available is inserted where it belongs; for any other, only the server knows the place.
 */
function changeItem(catalogue: CatalogueState, item: Item, isNewlyAvailable: boolean) {
  const before = catalogue.items[item._id]
  if (before) putItem(catalogue, item)
  if (!isNewlyAvailable) return
  for (const [key, list] of Object.entries(catalogue.lists)) {
    // The words that the list was searched by.
    const q = catalogue.searches[key]?.suggestion ?? list.filter.q
    const filter = { ...list.filter, q }
    // A list with a limit shows a fixed number of items, and one that starts later may not contain the item's place.
    if (filter.limit !== undefined || filter.from !== undefined || !matches(filter, item)) continue
    putItem(catalogue, item)
    const belongs = (row: Item) => matches(filter, row)
    placeInList(list, { row: item, before, rows: catalogue.items, belongs, compare: comparisonOf(filter) })
  }
}

function matches({ category, minPrice, maxPrice, duration, minRating, q = '' }: ItemList, item: Item) {
  const [minMonths, maxMonths] = duration ? durations[duration] : [0, Infinity]
  return (
    (category === undefined || item.category._id === category) &&
    (minPrice === undefined || item.price >= minPrice) &&
    (maxPrice === undefined || item.price <= maxPrice) &&
    item.duration >= minMonths &&
    item.duration <= maxMonths &&
    item.averageRating >= Number(minRating ?? 0) &&
    matchesItem(item, q)
  )
}

/** The server's order of a list: a search without another one is sorted by relevance, equals as the catalogue is. */
function comparisonOf({ q, sortBy }: ItemList): (a: Item, b: Item) => number {
  if (sortBy !== undefined || !q?.trim()) return sorts[sortBy ?? 'newest']
  return (a, b) => itemRelevance(b, q) - itemRelevance(a, q) || sorts.popular(a, b)
}

const byId = (a: Item, b: Item) => (a._id < b._id ? -1 : 1)
const byName = (a: Item, b: Item) => {
  const [nameA, nameB] = [a.name.toLowerCase(), b.name.toLowerCase()]
  return nameA === nameB ? 0 : nameA < nameB ? -1 : 1
}

const fairRatingOf = ({ averageRating, reviewCount }: Item) =>
  fairRating({ starsSum: Math.round(averageRating * reviewCount), reviewCount })

/** The server's sort orders. */
const sorts: Record<ItemSort, (a: Item, b: Item) => number> = {
  // An item that has just been put on sale comes last until the server computes its place.
  popular: () => 1,
  newest: (a, b) => b.createdAt - a.createdAt || -byId(a, b),
  name: (a, b) => byName(a, b) || byId(a, b),
  'price-low': (a, b) => a.price - b.price || byId(a, b),
  'price-high': (a, b) => b.price - a.price || -byId(a, b),
  rating: (a, b) => fairRatingOf(b) - fairRatingOf(a) || -byId(a, b),
}

type ChangedCategory = { category: Category; order?: string[] | undefined }

/** Updates a category, its place if the order is given, and its name on its items. */
function changeCategory(catalogue: CatalogueState, { category, order }: ChangedCategory) {
  for (const [id, item] of Object.entries(catalogue.items)) {
    const { _id, name } = item.category
    if (_id === category._id && name !== category.name) {
      catalogue.items[id] = { ...item, category: { _id, name: category.name } }
    }
  }
  if (catalogue.categories) catalogue.categories = placeCategory(catalogue.categories, category, order)
}
