import type { StaffCategory } from '../../../shared/catalogue/staff-schema.ts'
import { type CouponSort, couponSorts, type CouponUse, type StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { countedBefore, isShown } from '../../catalogue/staff/archived-rows.ts'
import { resolveSort } from '../../staff/list-sort.ts'
import { listKey, removeFromList, setPage } from '../../stream/lists.ts'
import { newestFirst, placeInList, sortedBy, upsert } from '../../stream/place-row.ts'
import type { CouponFilter, StaffCouponsState } from './state.ts'

type Draft = { staffCoupons: StaffCouponsState }
type Page = { data: StaffCoupon[]; totalCount: number; nextCursor: string | null }

export const couponsKey = (filter: CouponFilter) => listKey('staff/coupons', filter)
export const couponUsesKey = (id: string) => `staff/coupon/${id}/uses`
export const couponKey = (id: string) => `staff/coupon/${id}`

export function setCoupons({ staffCoupons }: Draft, filter: CouponFilter, page: Page, cursor?: string) {
  for (const coupon of page.data) staffCoupons.byId[coupon._id] = coupon
  setPage(staffCoupons.lists, couponsKey(filter), filter, page, cursor)
}

/** Stores a coupon and moves it into, within or out of every list. */
export function setCoupon({ staffCoupons: { byId, lists } }: Draft, coupon: StaffCoupon) {
  const before = byId[coupon._id]
  byId[coupon._id] = coupon
  for (const list of Object.values(lists)) {
    placeInList(list, {
      row: coupon,
      before: before ?? countedBefore(list, byId, coupon),
      rows: byId,
      belongs: (row) => matches(list.filter, row),
      compare: comparisonOf(list.filter),
    })
  }
}

/** As the server sorts. */
function comparisonOf(filter: CouponFilter) {
  const { by, direction } = resolveSort(couponSorts, filter)
  return sortedBy(sortValues[by], direction)
}

const sortValues: Record<CouponSort, (coupon: StaffCoupon) => number | string> = {
  created: ({ createdAt }) => createdAt,
  code: ({ code }) => code,
  uses: ({ uses }) => uses,
  valid: ({ expiresAt }) => expiresAt ?? Infinity,
}

export function removeCoupon({ staffCoupons: { byId, lists } }: Draft, id: string) {
  for (const list of Object.values(lists)) removeFromList(list, id)
  delete byId[id]
}

type UsesPage = { data: CouponUse[]; totalCount: number; nextCursor: string | null }

/** Stores a page of a coupon's uses: the first one replaces them, a later one is appended. */
export function setCouponUses({ staffCoupons }: Draft, id: string, page: UsesPage, cursor?: string) {
  const { data, totalCount, nextCursor } = page
  const before = staffCoupons.uses[id]
  if (cursor === undefined) staffCoupons.uses[id] = { list: data, totalCount, nextCursor }
  // Unless the list was reloaded in the meantime.
  else if (before?.nextCursor === cursor) {
    const added = data.filter(({ _id }) => !before.list.some((use) => use._id === _id))
    staffCoupons.uses[id] = { list: [...before.list, ...added], totalCount, nextCursor }
  }
}

type UseChange = { coupon: StaffCoupon; use?: CouponUse | undefined; released?: string | undefined }

function changeUses({ staffCoupons: { uses } }: Draft, { coupon, use, released }: UseChange) {
  const loaded = uses[coupon._id]
  if (!loaded) return
  if (use) loaded.list = upsert(loaded.list, use, newestFirst)
  if (released !== undefined) loaded.list = loaded.list.filter(({ _id }) => _id !== released)
  loaded.totalCount = coupon.uses
}

/** The codes of a batch share its terms. */
function changeCodes({ staffCoupons: { byId } }: Draft, batch: StaffCoupon) {
  const { _id: _, code, batchSize, batch: _batch, uses: _uses, usesLimit: _limit, version: _version, ...terms } = batch
  if (batchSize === null) return
  for (const [id, coupon] of Object.entries(byId)) {
    if (coupon.batch?._id === batch._id) byId[id] = { ...coupon, ...terms, batch: { _id: batch._id, code } }
  }
}

export function applyStaffCoupons(draft: Draft, event: StreamEvent) {
  if (event.type === 'coupon.changed') {
    setCoupon(draft, event.data.coupon)
    changeCodes(draft, event.data.coupon)
    changeUses(draft, event.data)
  }
  if (event.type === 'coupon.removed') removeCoupon(draft, event.data._id)
  if (event.type === 'staff.category.changed') renameCategory(draft, event.data.category)
}

function renameCategory({ staffCoupons: { byId } }: Draft, { _id, name }: StaffCategory) {
  for (const [id, coupon] of Object.entries(byId)) {
    if (coupon.validCategory === _id) byId[id] = { ...coupon, categoryName: name }
  }
}

/** Codes of a batch are found by searching only. */
const matches = ({ archived, q = '' }: CouponFilter, coupon: StaffCoupon) =>
  isShown(archived, coupon) &&
  (q.trim() !== '' || coupon.batch === null) &&
  coupon.code.toLowerCase().includes(q.trim().toLowerCase())
