import * as z from 'zod/mini'
import { integerField, maxPriceCents } from '../catalogue/staff-schema.ts'
import { Dollars, Id, RowVersion, Time } from '../contract.ts'
import { Coupon, couponTypes } from './schema.ts'

export const StaffCoupon = z.extend(Coupon, {
  /** Names of the item and category the coupon is limited to. */
  itemName: z.nullable(z.string()),
  categoryName: z.nullable(z.string()),
  expiresAt: z.nullable(Time),
  usesLimit: z.nullable(z.int()),
  usesPerCustomer: z.nullable(z.int()),
  /** Uses reserved by orders. */
  uses: z.int(),
  archivedAt: z.nullable(Time),
  createdAt: Time,
  /** Changes when staff edit the coupon, but not when it is used. */
  version: RowVersion,
})
export type StaffCoupon = z.infer<typeof StaffCoupon>

const codeError = 'Code must be 2-32 characters: letters and numbers only'
/** Trimmed and upper-cased. */
const CouponCode = z
  .string({ error: codeError })
  .check(
    z.maxLength(100, { error: codeError }),
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9]{2,32}$/, { error: codeError }),
  )

/** A coupon is limited to one item, to one category, or to neither. */
export const CouponFields = {
  code: CouponCode,
  type: z.enum(couponTypes, { error: 'Type must be Percentage or Fixed' }),
  /** Percent or dollars. */
  amount: Dollars.check(
    z.gte(1, { error: 'The amount must be more than 0' }),
    z.lte(maxPriceCents, { error: 'The amount can be at most 100,000' }),
  ),
  validItem: z.nullable(Id),
  validCategory: z.nullable(Id),
  expiresAt: z.nullable(Time),
  usesLimit: z.nullable(integerField('The limit on total uses', 1, 1_000_000)),
  usesPerCustomer: z.nullable(integerField('The limit per customer', 1, 1000)),
}
export const CouponInput = z.strictObject(CouponFields)
export type CouponInput = z.infer<typeof CouponInput>
