import * as z from 'zod/mini'
import { Dollars, DollarsInQuery, get, Page, Time } from './contract.ts'

export const Category = z.object({ _id: z.string(), name: z.string(), itemCount: z.int() })
export type Category = z.infer<typeof Category>

/** An item as lists and events carry it: everything but the long description. */
export const Item = z.object({
  _id: z.string(),
  name: z.string(),
  /** Validity in months. */
  duration: z.int(),
  price: Dollars,
  originalPrice: z.nullable(Dollars),
  /** Whole percent below the original price; 0 when it is not below. */
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

/** The address of a picture as sites that show links take it: a PNG of 1200 × 630. */
export const sharePicture = (link: string) => `${link}/share.png`

export const ItemDetails = z.extend(Item, {
  /** Sanitised HTML. */
  description: z.string(),
})
export type ItemDetails = z.infer<typeof ItemDetails>

export const sorts = ['newest', 'name', 'price-low', 'price-high', 'rating'] as const
export type Sort = (typeof sorts)[number]
export const sortLabels: Record<Sort, string> = {
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
  sortBy: z.optional(z.enum(sorts, { error: `sortBy must be one of ${sorts.join(', ')}` })),
  q: z.optional(z.string().check(z.maxLength(100))),
  ...Page,
})
export type ItemFilter = z.infer<typeof ItemFilter>

export const catalogueRoutes = {
  items: get('/items', {
    who: 'anyone',
    summary: 'Items on sale, filtered and sorted',
    input: ItemFilter,
    output: { data: z.array(Item), totalCount: z.int(), nextCursor: z.nullable(z.string()) },
    kept: true,
  }),
  item: get('/items/:id', { who: 'anyone', summary: 'One item, whole', output: { data: ItemDetails }, kept: true }),
  categories: get('/categories', {
    who: 'anyone',
    summary: 'All categories',
    output: { data: z.array(Category) },
    kept: true,
  }),
}

/** '1 Month', '1 Year', '2 Years', '18 Months' (SPEC.md §9). */
export function durationLabel(months: number): string {
  if (months === 1) return '1 Month'
  if (months % 12 === 0) return months === 12 ? '1 Year' : `${months / 12} Years`
  return `${months} Months`
}
