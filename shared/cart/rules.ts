import { cartFeeBasisPoints, portion } from '../money.ts'

/** The totals of a cart, in cents. */
export function cartTotals(lines: { item: { price: number }; count: number }[]) {
  const subtotal = lines.reduce((sum, line) => sum + line.item.price * line.count, 0)
  const fees = portion(subtotal, cartFeeBasisPoints)
  return { subtotal, fees, total: subtotal + fees }
}
