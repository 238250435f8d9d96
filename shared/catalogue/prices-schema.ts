import * as z from 'zod/mini'
import { Dollars, Id, Pagination, RowVersion, SignedDollars } from '../contract.ts'
import { maxPriceCents, Price } from './staff-schema.ts'

/** How many items one call can change. */
export const maxBulkItems = 500

export const priceChangeKinds = ['set', 'percent', 'amount'] as const
export const priceRoundings = ['cent', 'dollar', '99'] as const
export const oldPriceRules = ['keep', 'before', 'remove'] as const

/** How staff change many prices at once; `newPrices` in `price-rules.ts` applies it. */
export const PriceChange = z.strictObject({
  /** To an amount, by a percentage, or by an amount. */
  kind: z.enum(priceChangeKinds),
  /** Dollars or percent, negative for less; hundredths of either in code. */
  value: SignedDollars.check(
    z.gte(-maxPriceCents, { error: 'The change is too large' }),
    z.lte(maxPriceCents, { error: 'The change is too large' }),
  ),
  /** To the cent, to whole dollars, or to the nearest price that ends with .99. */
  rounding: z.enum(priceRoundings),
  /** Keeps the old prices, shows the price of before the change as the old one, or removes them. */
  oldPrice: z.enum(oldPriceRules),
})
export type PriceChange = z.infer<typeof PriceChange>

/** What a change would do to an item. */
export const PriceProposal = z.object({
  _id: z.string(),
  name: z.string(),
  logoLink: z.string(),
  version: RowVersion,
  price: Dollars,
  originalPrice: z.nullable(Dollars),
  newPrice: Dollars,
  newOriginalPrice: z.nullable(Dollars),
  /** Why the price can't be changed so; null if it can. */
  problem: z.nullable(z.string()),
})
export type PriceProposal = z.infer<typeof PriceProposal>

/** Items by their ids, or the items of a category that aren't archived, page by page. */
export const PricePreviewInput = z
  .strictObject({
    ...PriceChange.shape,
    items: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(maxBulkItems))),
    category: z.optional(Id),
    cursor: Pagination.cursor,
  })
  .check(
    z.refine(({ items, category }) => (items === undefined) !== (category === undefined), {
      error: 'Choose items or a category.',
    }),
  )
export type PricePreviewInput = z.infer<typeof PricePreviewInput>

/** The prices to set, each for the version of the item that was previewed. */
export const PricesInput = z.strictObject({
  prices: z
    .array(z.strictObject({ _id: Id, version: RowVersion, price: Price, originalPrice: z.nullable(Price) }))
    .check(
      z.minLength(1, { error: 'There is nothing to change.' }),
      z.maxLength(maxBulkItems, { error: `At most ${maxBulkItems} items can be changed at once.` }),
      z.refine((prices) => new Set(prices.map(({ _id }) => _id)).size === prices.length, {
        error: 'An item is listed twice.',
      }),
    ),
})
export type PricesInput = z.infer<typeof PricesInput>
