import * as z from 'zod/mini'
import { del, Dollars, get, Id, post, put } from './contract.ts'
import { cartFee, portion } from './money.ts'

/** The most of one item that a line takes. */
export const mostOfOne = 9999
const error = `count must be a whole number from 1 to ${mostOfOne}`
export const Count = z.int({ error }).check(z.gte(1, { error }), z.lte(mostOfOne, { error }))

export const CartLine = z.object({
  _id: z.string(),
  item: z.object({
    _id: z.string(),
    name: z.string(),
    price: Dollars,
    duration: z.int(),
    logoLink: z.string(),
    category: z.string(),
  }),
  count: z.int(),
  /** The unit price when it was added: another one now is said in the cart. */
  priceWhenAdded: Dollars,
})
export type CartLine = z.infer<typeof CartLine>

const Lines = { data: z.array(CartLine) }

export const cartRoutes = {
  cart: get('/cart', { who: 'customer', summary: 'The lines of the cart', output: Lines }),
  cartCount: get('/cart/count', {
    who: 'customer',
    summary: 'How many things are in the cart',
    output: { data: z.object({ count: z.int() }) },
  }),
  addToCart: post('/cart', {
    who: 'customer',
    summary: 'Put an item in the cart; what is there already is added to',
    input: z.strictObject({ item: Id, count: z._default(z.optional(Count), 1) }),
    output: { ...Lines, message: z.string() },
    idempotent: true,
  }),
  changeCount: put('/cart/:id', {
    who: 'customer',
    summary: 'Change how many of a line',
    input: z.strictObject({ count: Count }),
    output: Lines,
  }),
  removeFromCart: del('/cart/:id', {
    who: 'customer',
    summary: 'Take a line out',
    output: { ...Lines, message: z.string() },
  }),
}

/** What the cart page shows below its lines, in cents (SPEC.md §2, Cart). */
export function cartTotals(lines: { item: { price: number }; count: number }[]) {
  const subtotal = lines.reduce((sum, line) => sum + line.item.price * line.count, 0)
  const fees = portion(subtotal, cartFee)
  return { subtotal, fees, total: subtotal + fees }
}
