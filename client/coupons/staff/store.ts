import type { StaffCategory } from '../../../shared/catalogue/staff-schema.ts'
import type { StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { countedBefore, isShown } from '../../catalogue/staff/archived-rows.ts'
import { listKey, removeFromList, setPage } from '../../stream/lists.ts'
import { newestFirst, placeInList } from '../../stream/place-row.ts'
import type { CouponFilter, StaffCouponsState } from './state.ts'

type Draft = { staffCoupons: StaffCouponsState }
type Page = { data: StaffCoupon[]; totalCount: number; nextCursor: string | null }

export const couponsKey = (filter: CouponFilter) => listKey('staff/coupons', filter)
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
      compare: newestFirst,
    })
  }
}

export function removeCoupon({ staffCoupons: { byId, lists } }: Draft, id: string) {
  for (const list of Object.values(lists)) removeFromList(list, id)
  delete byId[id]
}

export function applyStaffCoupons(draft: Draft, event: StreamEvent) {
  if (event.type === 'coupon.changed') setCoupon(draft, event.data.coupon)
  if (event.type === 'coupon.removed') removeCoupon(draft, event.data._id)
  if (event.type === 'staff.category.changed') renameCategory(draft, event.data.category)
}

function renameCategory({ staffCoupons: { byId } }: Draft, { _id, name }: StaffCategory) {
  for (const [id, coupon] of Object.entries(byId)) {
    if (coupon.validCategory === _id) byId[id] = { ...coupon, categoryName: name }
  }
}

const matches = ({ archived, q = '' }: CouponFilter, coupon: StaffCoupon) =>
  isShown(archived, coupon) && coupon.code.toLowerCase().includes(q.trim().toLowerCase())
