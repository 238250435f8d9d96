import * as z from 'zod/mini'
import { Category, Item, ItemDetails } from './catalogue.ts'
import { Time } from './contract.ts'
import { Coupon } from './coupons.ts'

/** What staff see of an item besides. */
const forStaff = {
  /** Since when it is off the shelf; null while it is on sale. */
  archivedAt: z.nullable(Time),
  /** How many orders had it when it was read. */
  orderCount: z.int(),
}
export const StaffItem = z.extend(Item, forStaff)
export type StaffItem = z.infer<typeof StaffItem>

export const StaffItemDetails = z.extend(ItemDetails, forStaff)
export type StaffItemDetails = z.infer<typeof StaffItemDetails>

/** A category with what of it no customer sees. */
export const StaffCategory = z.extend(Category, { archivedCount: z.int(), couponCount: z.int() })
export type StaffCategory = z.infer<typeof StaffCategory>

export const StaffCoupon = z.extend(Coupon, {
  /** The names of what it is tied to. */
  itemName: z.nullable(z.string()),
  categoryName: z.nullable(z.string()),
  expiresAt: z.nullable(Time),
  usesLimit: z.nullable(z.int()),
  usesPerCustomer: z.nullable(z.int()),
  /** Uses that orders hold now. */
  uses: z.int(),
  archivedAt: z.nullable(Time),
  createdAt: Time,
  /** Of its terms, which uses are none of: another one when staff have changed it. */
  version: z.string(),
})
export type StaffCoupon = z.infer<typeof StaffCoupon>

export const archivedFilters = ['no', 'yes', 'all'] as const
/** Which rows: those in use, those put away, or both. */
export type Archived = (typeof archivedFilters)[number]

export type CouponState = 'active' | 'expired' | 'used-up' | 'archived'

/** Whether a coupon can be used now, and why not. */
export function couponState(
  coupon: Pick<StaffCoupon, 'archivedAt' | 'expiresAt' | 'usesLimit' | 'uses'>,
  now: number,
): CouponState {
  if (coupon.archivedAt !== null) return 'archived'
  if (coupon.expiresAt !== null && coupon.expiresAt <= now) return 'expired'
  if (coupon.usesLimit !== null && coupon.uses >= coupon.usesLimit) return 'used-up'
  return 'active'
}
