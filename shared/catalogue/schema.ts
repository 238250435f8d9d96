import * as z from 'zod/mini'
import { Dollars, DollarsInQuery, Pagination, SearchQuery, Time } from '../contract.ts'

export const Category = z.object({ _id: z.string(), name: z.string(), itemCount: z.int() })
export type Category = z.infer<typeof Category>

/** An item in lists and events: every field except the long description. */
export const Item = z.object({
  _id: z.string(),
  name: z.string(),
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

export const itemSorts = ['newest', 'name', 'price-low', 'price-high', 'rating'] as const
export type ItemSort = (typeof itemSorts)[number]
export const itemSortLabels: Record<ItemSort, string> = {
  newest: 'Newest',
  name: 'Name',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  rating: 'Rating',
}

export const ItemFilter = z.strictObject({
  category: z.optional(z.string().check(z.maxLength(40))),
  minPrice: z.optional(DollarsInQuery),
  maxPrice: z.optional(DollarsInQuery),
  sortBy: z.optional(z.enum(itemSorts, { error: `sortBy must be one of ${itemSorts.join(', ')}` })),
  q: SearchQuery,
  ...Pagination,
})
export type ItemFilter = z.infer<typeof ItemFilter>
