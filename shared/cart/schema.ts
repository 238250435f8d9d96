import * as z from 'zod/mini'
import { Dollars, Id } from '../contract.ts'
import { maxLineQuantity } from '../limits.ts'
import { formatCount } from '../format-count.ts'

export { maxLineQuantity } from '../limits.ts'

/** Maximum number of lines of a cart, and so of an order. */
export const maxCartLines = 100
const error = `count must be a whole number from 1 to ${formatCount(maxLineQuantity)}`
export const LineQuantity = z.int({ error }).check(z.gte(1, { error }), z.lte(maxLineQuantity, { error }))

/** What a cart shows of an item. */
export const CartItem = z.object({
  _id: z.string(),
  name: z.string(),
  price: Dollars,
  duration: z.int(),
  logoLink: z.string(),
  category: z.string(),
})
export type CartItem = z.infer<typeof CartItem>

export const CartLine = z.object({
  _id: z.string(),
  item: CartItem,
  count: z.int(),
  /** The unit price when the line was added; the cart shows when it has changed since. */
  priceWhenAdded: Dollars,
})
export type CartLine = z.infer<typeof CartLine>

const tooManyLines = `A cart can have at most ${maxCartLines} different items.`

/** A line that a visitor's device kept. */
export const NewLine = z.strictObject({ item: Id, count: LineQuantity })
export type NewLine = z.infer<typeof NewLine>
export const NewLines = z.array(NewLine).check(z.maxLength(maxCartLines, { error: tooManyLines }))

/** Up to 100 ids of items, separated by commas. */
export const ItemIds = z.string({ error: 'ids must be ids of items, separated by commas' }).check(
  z.maxLength(maxCartLines * 41, { error: tooManyLines }),
  z.refine((text) => text.split(',').length <= maxCartLines, { error: tooManyLines }),
)

/** Why a line was not added to a cart. */
export const notAddedReasons = ['unavailable', 'cart_full'] as const
/** A line that was not added; `name` is null for an item that no longer exists. */
export const NotAdded = z.object({
  item: z.string(),
  name: z.nullable(z.string()),
  reason: z.enum(notAddedReasons),
})
export type NotAdded = z.infer<typeof NotAdded>
