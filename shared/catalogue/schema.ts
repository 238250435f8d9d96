import * as z from 'zod/mini'
import { Dollars, DollarsInQuery, Pagination, SearchQuery, Time } from '../contract.ts'
import { type DurationFilter, durations, itemSorts, minRatings } from './list-options.ts'

export * from './list-options.ts'

export const Category = z.object({ _id: z.string(), name: z.string(), itemCount: z.int() })
export type Category = z.infer<typeof Category>

/** How many items of a category are in a list, whatever category the list itself is filtered by. */
export const CategoryCount = z.object({ category: z.string(), count: z.int() })
export type CategoryCount = z.infer<typeof CategoryCount>

/** An item in lists and events: every field except the long description. */
export const Item = z.object({
  _id: z.string(),
  name: z.string(),
  /** The maker; '' for none. */
  brand: z.string(),
  /** Validity in months. */
  duration: z.int(),
  price: Dollars,
  originalPrice: z.nullable(Dollars),
  /** Whole percent below the original price; 0 when the price isn't reduced. */
  discount: z.int(),
  shortDescription: z.string(),
  bannerLink: z.string(),
  logoLink: z.string(),
  /** 0 to 5, with 2 decimals; 0 without reviews. */
  averageRating: z.number(),
  reviewCount: z.int(),
  accountType: z.string(),
  features: z.array(z.string()),
  /** How many plans its page offers, itself included, in lists of the catalogue; absent where it isn't known. */
  planCount: z.optional(z.int()),
  category: z.object({ _id: z.string(), name: z.string() }),
  createdAt: Time,
  updatedAt: Time,
})
export type Item = z.infer<typeof Item>

export const ItemDetails = z.extend(Item, {
  /** Sanitized HTML. */
  description: z.string(),
})
export type ItemDetails = z.infer<typeof ItemDetails>

export const ItemFilter = z.strictObject({
  category: z.optional(z.string().check(z.maxLength(40))),
  minPrice: z.optional(DollarsInQuery),
  maxPrice: z.optional(DollarsInQuery),
  duration: z.optional(
    z.enum(Object.keys(durations) as [DurationFilter, ...DurationFilter[]], {
      error: `duration must be one of ${Object.keys(durations).join(', ')}`,
    }),
  ),
  minRating: z.optional(z.enum(minRatings, { error: `minRating must be one of ${minRatings.join(', ')}` })),
  sortBy: z.optional(z.enum(itemSorts, { error: `sortBy must be one of ${itemSorts.join(', ')}` })),
  q: SearchQuery,
  ...Pagination,
})
export type ItemFilter = z.infer<typeof ItemFilter>

/** A list as a page shows it. `from`: the cursor at which it starts, for browsers without scripts; otherwise its beginning. */
export const ItemList = z.extend(ItemFilter, { from: z.optional(z.string().check(z.maxLength(500))) })
export type ItemList = z.infer<typeof ItemList>

/** What is shown with an item: each part as when it was read, without the item itself unless said otherwise. */
export const RelatedItems = z.object({
  /** The plans of its product, itself included, by price (plans.ts); one or none if there is no choice. */
  plans: z.array(Item),
  /** Other items of its brand, without those plans. */
  fromBrand: z.array(Item),
  /** What customers who bought it bought too, the most frequent first. */
  alsoTaken: z.array(Item),
  /** The most popular other items of its category. Empty if `alsoTaken` isn't. */
  inCategory: z.array(Item),
})
export type RelatedItems = z.infer<typeof RelatedItems>

/** What a search for items says besides its results. */
export const ItemSearchInfo = z.object({
  /** The query with its words corrected, if the results are those of the corrected one: nothing matches it as it was typed. */
  suggestion: z.nullable(z.string()),
  /** If nothing was found: up to three words that items have and that are like those of the query. */
  nearest: z.array(z.string()),
})
export type ItemSearchInfo = z.infer<typeof ItemSearchInfo>
