import * as z from 'zod/mini'
import { Dollars } from '../contract.ts'

/** Maximum number of lines of a cart, and so of an order. */
export const maxCartLines = 100
/** Maximum quantity of a cart line. */
export const maxLineQuantity = 9999
const error = `count must be a whole number from 1 to ${maxLineQuantity.toLocaleString('en-US')}`
export const LineQuantity = z.int({ error }).check(z.gte(1, { error }), z.lte(maxLineQuantity, { error }))

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
  /** The unit price when the line was added; the cart shows when it has changed since. */
  priceWhenAdded: Dollars,
})
export type CartLine = z.infer<typeof CartLine>
