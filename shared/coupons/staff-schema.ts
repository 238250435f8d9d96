import * as z from 'zod/mini'
import { UserSummary } from '../accounts/schema.ts'
import { integerField, maxPriceCents } from '../catalogue/staff-schema.ts'
import { Dollars, Id, RowVersion, Time } from '../contract.ts'
import { Coupon, couponTypes } from './schema.ts'

export const StaffCoupon = z.extend(Coupon, {
  /** Names of the item and category the coupon is limited to. */
  itemName: z.nullable(z.string()),
  categoryName: z.nullable(z.string()),
  startsAt: z.nullable(Time),
  expiresAt: z.nullable(Time),
  /** How many personal codes the coupon stands for, if it is a batch of them; its code is then their prefix. */
  batchSize: z.nullable(z.int()),
  /** The batch of a personal code. */
  batch: z.nullable(z.object({ _id: z.string(), code: z.string() })),
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

/** What staff sort coupons by; `valid` is the moment they expire, and those that never do come last. */
export const couponSorts = { created: 'desc', code: 'asc', uses: 'desc', valid: 'asc' } as const
export type CouponSort = keyof typeof couponSorts

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

/** What a coupon is worth, and when. It is limited to one item, to one category, or to neither. */
const termFields = {
  type: z.enum(couponTypes, { error: 'Type must be Percentage or Fixed' }),
  /** Percent or dollars. */
  amount: Dollars.check(
    z.gte(1, { error: 'The amount must be more than 0' }),
    z.lte(maxPriceCents, { error: 'The amount can be at most 100,000' }),
  ),
  validItem: z.nullable(Id),
  validCategory: z.nullable(Id),
  /** From when on the coupon can be applied. Without this and the next two, a change leaves them as they are. */
  startsAt: z.optional(z.nullable(Time)),
  /** The least subtotal of an order. */
  minTotal: z.optional(
    z.nullable(
      Dollars.check(
        z.gte(1, { error: 'The minimum must be more than $0' }),
        z.lte(maxPriceCents, { error: 'The minimum can be at most $100,000' }),
      ),
    ),
  ),
  firstOrderOnly: z.optional(z.boolean()),
  expiresAt: z.nullable(Time),
}
export const CouponFields = {
  code: CouponCode,
  ...termFields,
  usesLimit: z.nullable(integerField('The limit on total uses', 1, 1_000_000)),
  usesPerCustomer: z.nullable(integerField('The limit per customer', 1, 1000)),
}
export const CouponInput = z.strictObject(CouponFields)
export type CouponInput = z.infer<typeof CouponInput>

export const maxBatchSize = 500
const prefixError = 'The prefix must be 2-16 characters: letters and numbers only'
/** A batch of personal codes with the same terms: each can be used once. */
export const CouponBatchInput = z.strictObject({
  /** What all codes begin with. Trimmed and upper-cased. */
  prefix: z
    .string({ error: prefixError })
    .check(
      z.maxLength(100, { error: prefixError }),
      z.trim(),
      z.toUpperCase(),
      z.regex(/^[A-Z0-9]{2,16}$/, { error: prefixError }),
    ),
  count: integerField('The number of codes', 1, maxBatchSize),
  ...termFields,
})
export type CouponBatchInput = z.infer<typeof CouponBatchInput>

/** A use of a coupon that an order holds; its id is the order's. */
export const CouponUse = z.object({
  _id: z.string(),
  /** The code that was used: of a batch, one of its codes. */
  code: z.string(),
  customer: UserSummary,
  /** The discount. */
  amount: Dollars,
  createdAt: Time,
})
export type CouponUse = z.infer<typeof CouponUse>
