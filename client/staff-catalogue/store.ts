import type { Archived, StaffCategory, StaffCoupon, StaffItem, StaffItemDetails } from '../../shared/staff-catalogue.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { placeCategory } from '../catalogue/apply.ts'
import { type List, listKey, listOf, newestFirst, placeInList, takeFromList } from '../stream/lists.ts'
import type { StaffCatalogueState } from './state.ts'

export type ItemsFilter = { archived?: Archived | undefined; q?: string | undefined; category?: string | undefined }
export type CouponsFilter = Omit<ItemsFilter, 'category'>
type Draft = { staffCatalogue: StaffCatalogueState }
type Page<Row> = { data: Row[]; totalCount: number; nextCursor: string | null }

const [ofItems, ofCoupons] = ['staff/items', 'staff/coupons']
export const staffItemsKey = (filter: ItemsFilter) => listKey(ofItems, filter)
export const staffItemKey = (id: string) => `staff/item/${id}`
export const staffCategoriesKey = 'staff/categories'
export const couponsKey = (filter: CouponsFilter) => listKey(ofCoupons, filter)
export const couponKey = (id: string) => `staff/coupon/${id}`

export function setStaffItems(draft: Draft, filter: ItemsFilter, page: Page<StaffItem>) {
  keepStaffItems(draft, page.data)
  draft.staffCatalogue.lists[staffItemsKey(filter)] = listOf(page)
}

export function keepStaffItems({ staffCatalogue }: Draft, items: StaffItem[]) {
  for (const item of items) staffCatalogue.items[item._id] = item
}

/** Keeps an item, and puts it into every list that it belongs to, or out of it. */
export function setStaffItem({ staffCatalogue }: Draft, item: StaffItem) {
  const { items, lists } = staffCatalogue
  const before = items[item._id]
  items[item._id] = item
  for (const [key, list] of Object.entries(lists)) {
    if (!isOf(ofItems, key)) continue
    const { archived, category, words } = readKey(key)
    const belongs = (row: StaffItem) =>
      isWanted(archived, row) &&
      (category === null || row.category._id === category) &&
      words.every((word) => `${row.name} ${row.shortDescription}`.toLowerCase().includes(word))
    placeInList(list, {
      row: item,
      before: before ?? older(list, items, item),
      rows: items,
      belongs,
      compare: newestFirst,
    })
  }
}

export function setStaffItemDetails(draft: Draft, { description, ...item }: StaffItemDetails) {
  setStaffItem(draft, item)
  draft.staffCatalogue.descriptions[item._id] = { html: description, updatedAt: item.updatedAt }
}

export function dropStaffItem({ staffCatalogue }: Draft, id: string) {
  const { items, descriptions, lists } = staffCatalogue
  for (const [key, list] of Object.entries(lists)) if (isOf(ofItems, key)) takeFromList(list, id)
  delete items[id]
  delete descriptions[id]
}

export function setCoupons(draft: Draft, filter: CouponsFilter, page: Page<StaffCoupon>) {
  keepCoupons(draft, page.data)
  draft.staffCatalogue.lists[couponsKey(filter)] = listOf(page)
}

export function keepCoupons({ staffCatalogue }: Draft, coupons: StaffCoupon[]) {
  for (const coupon of coupons) staffCatalogue.coupons[coupon._id] = coupon
}

/** Keeps a coupon, and puts it into every list that it belongs to, or out of it. */
export function setCoupon({ staffCatalogue }: Draft, coupon: StaffCoupon) {
  const { coupons, lists } = staffCatalogue
  const before = coupons[coupon._id]
  coupons[coupon._id] = coupon
  for (const [key, list] of Object.entries(lists)) {
    if (!isOf(ofCoupons, key)) continue
    const { archived, q } = readKey(key)
    const belongs = (row: StaffCoupon) => isWanted(archived, row) && row.code.toLowerCase().includes(q)
    placeInList(list, {
      row: coupon,
      before: before ?? older(list, coupons, coupon),
      rows: coupons,
      belongs,
      compare: newestFirst,
    })
  }
}

export function dropCoupon({ staffCatalogue }: Draft, id: string) {
  const { coupons, lists } = staffCatalogue
  for (const [key, list] of Object.entries(lists)) if (isOf(ofCoupons, key)) takeFromList(list, id)
  delete coupons[id]
}

/** In its place, or where the order says; and its new name on whatever is in it or tied to it. */
export function setStaffCategory({ staffCatalogue }: Draft, category: StaffCategory, order?: string[]) {
  const { items, coupons, categories } = staffCatalogue
  const { _id, name } = category
  for (const item of Object.values(items))
    if (item.category._id === _id) items[item._id] = { ...item, category: { _id, name } }
  for (const coupon of Object.values(coupons)) {
    if (coupon.validCategory === _id) coupons[coupon._id] = { ...coupon, categoryName: name }
  }
  if (categories) staffCatalogue.categories = placeCategory(categories, category, order)
}

export function dropStaffCategory({ staffCatalogue }: Draft, id: string) {
  staffCatalogue.categories &&= staffCatalogue.categories.filter((one) => one._id !== id)
}

export function applyStaffCatalogue(draft: Draft, event: StreamEvent) {
  const { items } = draft.staffCatalogue
  if (event.type === 'staff.item.changed') setStaffItem(draft, event.data.item)
  if (event.type === 'staff.item.removed') dropStaffItem(draft, event.data._id)
  if (event.type === 'staff.category.changed') setStaffCategory(draft, event.data.category, event.data.order)
  if (event.type === 'staff.category.removed') dropStaffCategory(draft, event.data._id)
  if (event.type === 'coupon.changed') setCoupon(draft, event.data.coupon)
  if (event.type === 'coupon.removed') dropCoupon(draft, event.data._id)
  // Reviews are told on the catalogue's stream alone.
  if (event.type === 'review.changed' || event.type === 'review.removed') {
    const { averageRating, reviewCount } = event.data
    const item = items[event.type === 'review.changed' ? event.data.review.item : event.data.item]
    if (item) items[item._id] = { ...item, averageRating, reviewCount }
  }
}

type Dated = { _id: string; createdAt: number }

/** A row that was not loaded and is not newer than the first of the list was counted in it already. */
function older<Row extends Dated>(list: List, rows: Record<string, Row>, row: Row): Row | undefined {
  const first = rows[list.ids[0] ?? '']
  return first && first.createdAt > row.createdAt ? row : undefined
}

const isOf = (name: string, key: string) => key === name || key.startsWith(`${name}&`)

function readKey(key: string) {
  const given = new URLSearchParams(key.slice(key.indexOf('&') + 1 || key.length))
  const q = (given.get('q') ?? '').trim().toLowerCase()
  return {
    archived: (given.get('archived') ?? 'no') as Archived,
    category: given.get('category'),
    q,
    words: q.split(/\s+/).filter(Boolean),
  }
}

const isWanted = (archived: Archived, row: { archivedAt: number | null }) =>
  archived === 'all' || (archived === 'yes') === (row.archivedAt !== null)
