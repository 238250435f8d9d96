import { placeCategory } from '../../../shared/catalogue/place-category.ts'
import {
  type StaffCategory,
  type StaffItem,
  type StaffItemDetails,
  type StaffItemSort,
  staffItemSorts,
} from '../../../shared/catalogue/staff-schema.ts'
import { matchesItem } from '../../../shared/catalogue/search.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { resolveSort } from '../../staff/list-sort.ts'
import { listKey, removeFromList, setPage } from '../../stream/lists.ts'
import { placeInList, sortedBy } from '../../stream/place-row.ts'
import { countedBefore, isShown } from './archived-rows.ts'
import type { StaffCatalogueState, StaffItemFilter } from './state.ts'

type Draft = { staffCatalogue: StaffCatalogueState }
type Page = { data: StaffItem[]; totalCount: number; nextCursor: string | null }

export const staffItemsKey = (filter: StaffItemFilter) => listKey('staff/items', filter)
export const staffItemKey = (id: string) => `staff/item/${id}`
export const staffCategoriesKey = 'staff/categories'

export function setStaffItems({ staffCatalogue }: Draft, filter: StaffItemFilter, page: Page, cursor?: string) {
  for (const item of page.data) staffCatalogue.items[item._id] = item
  setPage(staffCatalogue.lists, staffItemsKey(filter), filter, page, cursor)
}

/** Stores an item and moves it into, within or out of every list. */
export function setStaffItem({ staffCatalogue: { items, lists } }: Draft, item: StaffItem) {
  const before = items[item._id]
  items[item._id] = item
  for (const list of Object.values(lists)) {
    const { q = '', ...others } = list.filter
    // A listed row that doesn't match by what is known here was found by its long description.
    const isFound = before !== undefined && list.ids.includes(item._id) && !matchesItem(before, q)
    placeInList(list, {
      row: item,
      before: before ?? countedBefore(list, items, item),
      rows: items,
      belongs: (row) => matches(others, row) && (isFound || matchesItem(row, q)),
      compare: comparisonOf(list.filter),
    })
  }
}

/** As the server sorts. */
function comparisonOf(filter: StaffItemFilter) {
  const { by, direction } = resolveSort(staffItemSorts, filter)
  return sortedBy(sortValues[by], direction)
}

const sortValues: Record<StaffItemSort, (item: StaffItem) => number | string> = {
  created: ({ createdAt }) => createdAt,
  name: ({ name }) => name.toLowerCase(),
  price: ({ price }) => price,
  changed: ({ updatedAt }) => updatedAt,
}

export function setStaffItemDetails(draft: Draft, { description, ...item }: StaffItemDetails) {
  setStaffItem(draft, item)
  draft.staffCatalogue.descriptions[item._id] = { html: description, version: item.version }
}

export function removeStaffItem({ staffCatalogue: { items, descriptions, lists } }: Draft, id: string) {
  for (const list of Object.values(lists)) removeFromList(list, id)
  delete items[id]
  delete descriptions[id]
}

/**
 * Stores a category in its place and updates its name on the items.
 * @param order the ids of all categories, if their order changed
 */
export function setStaffCategory({ staffCatalogue }: Draft, category: StaffCategory, order?: string[]) {
  const { items, categories } = staffCatalogue
  const { _id, name } = category
  for (const [id, item] of Object.entries(items)) {
    if (item.category._id === _id) items[id] = { ...item, category: { _id, name } }
  }
  if (categories) staffCatalogue.categories = placeCategory(categories, category, order)
}

export function removeStaffCategory({ staffCatalogue }: Draft, id: string) {
  staffCatalogue.categories &&= staffCatalogue.categories.filter((category) => category._id !== id)
}

export function applyStaffCatalogue(draft: Draft, event: StreamEvent) {
  if (event.type === 'staff.item.changed') setStaffItem(draft, event.data.item)
  if (event.type === 'staff.item.removed') removeStaffItem(draft, event.data._id)
  if (event.type === 'staff.category.changed') setStaffCategory(draft, event.data.category, event.data.order)
  if (event.type === 'staff.category.removed') removeStaffCategory(draft, event.data._id)
  // Reviews are published on the catalogue stream only.
  if (event.type === 'review.changed') setRating(draft, event.data.review.item, event.data)
  if (event.type === 'review.removed') setRating(draft, event.data.item, event.data)
}

type Rating = Pick<StaffItem, 'averageRating' | 'reviewCount'>

function setRating({ staffCatalogue: { items } }: Draft, id: string, { averageRating, reviewCount }: Rating) {
  const item = items[id]
  if (item) items[id] = { ...item, averageRating, reviewCount }
}

const matches = ({ archived, category }: StaffItemFilter, item: StaffItem) =>
  isShown(archived, item) && (category === undefined || item.category._id === category)
