import { portion } from '../money.ts'
import type { PaymentStatus } from '../orders/schema.ts'
import type { Coupon } from './schema.ts'
import type { StaffCoupon } from './staff-schema.ts'

/** The form in which codes are stored and compared: trimmed and upper-cased. */
export const normalizeCouponCode = (typed: string) => typed.trim().toUpperCase()

type DiscountLine = { item: string; category: string; price: number; quantity: number }
type CouponTerms = Pick<Coupon, 'type' | 'amount' | 'validItem' | 'validCategory'>

/** Why a coupon doesn't apply to an order: its lines, its subtotal, or that it isn't the customer's first. */
export type CouponRefusal = 'lines' | 'minimum' | 'first-order'
type RefusalTerms = CouponTerms & Pick<Coupon, 'minTotal' | 'firstOrderOnly'>

/** Why a coupon doesn't apply to an order with these lines, or null if it does (docs/rules.md, Coupons). */
export function couponRefusal(coupon: RefusalTerms, lines: DiscountLine[], isFirst: boolean): CouponRefusal | null {
  if (coupon.minTotal !== null && subtotalOf(lines) < coupon.minTotal) return 'minimum'
  if (coupon.firstOrderOnly && !isFirst) return 'first-order'
  return discountOf(coupon, lines) === 0 ? 'lines' : null
}

/** Orders in these states were paid for: with one of them, no other order is a customer's first. */
export const paidStatuses = ['paid', 'verified', 'refunded'] as const satisfies PaymentStatus[]

/** The discount on these order lines in cents; 0 when the coupon applies to none of them (docs/rules.md, Coupons). */
export function discountOf(coupon: CouponTerms, lines: DiscountLine[]): number {
  const total = subtotalOf(lines)
  const matching = lines.filter(
    (line) =>
      (coupon.validItem === null || line.item === coupon.validItem) &&
      (coupon.validCategory === null || line.category === coupon.validCategory),
  )
  const base = subtotalOf(matching)
  if (coupon.amount <= 0 || base === 0) return 0
  if (coupon.type === 'Percentage') return Math.min(portion(base, coupon.amount), base)
  const maxDiscount = coupon.validItem === null ? base : Math.max(...matching.map((line) => line.price))
  return Math.min(coupon.amount, maxDiscount, total)
}

const subtotalOf = (lines: DiscountLine[]) => lines.reduce((sum, line) => sum + line.price * line.quantity, 0)

export type CouponState = 'active' | 'scheduled' | 'expired' | 'used-up' | 'archived'

/** Whether a coupon can be redeemed at `now`, and if not, why. */
export function couponState(
  coupon: Pick<StaffCoupon, 'archivedAt' | 'startsAt' | 'expiresAt' | 'usesLimit' | 'uses'>,
  now: number,
): CouponState {
  if (coupon.archivedAt !== null) return 'archived'
  if (coupon.startsAt !== null && coupon.startsAt > now) return 'scheduled'
  if (coupon.expiresAt !== null && coupon.expiresAt <= now) return 'expired'
  if (coupon.usesLimit !== null && coupon.uses >= coupon.usesLimit) return 'used-up'
  return 'active'
}
