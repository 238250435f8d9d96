import * as z from 'zod/mini'
import { Dollars } from '../contract.ts'

export const couponTypes = ['Percentage', 'Fixed'] as const

export const Coupon = z.object({
  _id: z.string(),
  code: z.string(),
  type: z.enum(couponTypes),
  /** Percent or dollars on the wire, hundredths of either in code. */
  amount: Dollars,
  validItem: z.nullable(z.string()),
  validCategory: z.nullable(z.string()),
  /** The least subtotal of an order; null without a minimum. */
  minTotal: z.nullable(Dollars),
  firstOrderOnly: z.boolean(),
})
export type Coupon = z.infer<typeof Coupon>
