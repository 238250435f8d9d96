import { cartFeeBasisPoints, portion } from '../money.ts'
import type { Item } from '../catalogue/schema.ts'
import { type CartItem, maxCartLines, maxLineQuantity, type NotAdded } from './schema.ts'
import { formatCount } from '../format-count.ts'

/** The totals of a cart, in cents. Transfers have no fees: paid by one, the order costs the subtotal. */
export function cartTotals(lines: { item: { price: number }; count: number }[]) {
  const subtotal = lines.reduce((sum, line) => sum + line.item.price * line.count, 0)
  const fees = portion(subtotal, cartFeeBasisPoints)
  return { subtotal, fees, total: subtotal + fees }
}

/** What a cart shows of an item. */
export const toCartItem = ({ _id, name, price, duration, logoLink, category }: Item): CartItem => ({
  _id,
  name,
  price,
  duration,
  logoLink,
  category: category._id,
})

/** Why another item can't be added. */
export const describeFullCart = () => `Your cart can have at most ${maxCartLines} different items.`
/** Why more of an item can't be added. */
export const describeMaxQuantity = () => `You can order at most ${formatCount(maxLineQuantity)} of one item.`

/** What a visitor reads after logging in: that their cart was added, and what could not be. */
export const describeMerge = (notAdded: NotAdded[]): string =>
  describeNotAdded(notAdded) || 'The items from this device are in your cart.'

/** What was not added to a cart, and why; empty if everything was. */
export function describeNotAdded(notAdded: NotAdded[]): string {
  const namesOf = (reason: NotAdded['reason']) =>
    listNames(notAdded.filter((line) => line.reason === reason).map(({ name }) => name ?? 'an item'))
  const [unavailable, overflowing] = [namesOf('unavailable'), namesOf('cart_full')]
  return [
    unavailable && `No longer available: ${unavailable}.`,
    overflowing && `Your cart can have at most ${maxCartLines} different items, so we left out ${overflowing}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Up to three names: 'A, B, C and 4 more'. */
function listNames(names: string[]): string {
  if (names.length > 3) return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}` : (names[0] ?? '')
}
