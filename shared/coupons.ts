import * as z from 'zod/mini'
import { Dollars, get } from './contract.ts'
import { portion } from './money.ts'

export const Coupon = z.object({
  _id: z.string(),
  code: z.string(),
  type: z.enum(['Percentage', 'Fixed']),
  /** Percent or dollars on the wire; hundredths of either in the program. */
  amount: Dollars,
  validItem: z.nullable(z.string()),
  validCategory: z.nullable(z.string()),
})
export type Coupon = z.infer<typeof Coupon>

export const couponRoutes = {
  coupon: get('/coupons/:code', {
    who: 'customer',
    summary: 'Look a coupon up by its code',
    output: { data: Coupon, message: z.string() },
  }),
}

/** As it is stored and compared: upper case without blanks around it. */
export const couponCode = (typed: string) => typed.trim().toUpperCase()

type Line = { item: string; category: string; price: number; quantity: number }
type Terms = Pick<Coupon, 'type' | 'amount' | 'validItem' | 'validCategory'>

/** What a coupon takes off these lines, in cents; 0 when it does not fit them (SPEC.md §5). */
export function discountOf(coupon: Terms, lines: Line[]): number {
  const subtotalOf = (some: Line[]) => some.reduce((sum, line) => sum + line.price * line.quantity, 0)
  const total = subtotalOf(lines)
  const fitting = lines.filter(
    (line) =>
      (coupon.validItem === null || line.item === coupon.validItem) &&
      (coupon.validCategory === null || line.category === coupon.validCategory),
  )
  const base = subtotalOf(fitting)
  if (coupon.amount <= 0 || base === 0) return 0
  if (coupon.type === 'Percentage') return Math.min(portion(base, coupon.amount), base)
  const most = coupon.validItem === null ? base : Math.max(...fitting.map((line) => line.price))
  return Math.min(coupon.amount, most, total)
}
