import * as z from 'zod/mini'

/** True figures about the store for its pages, at most a minute old. */
export const StorefrontFigures = z.object({
  /** Minutes from a transfer until the order is ready: the median of the latest ones; null without any. */
  readyMinutes: z.nullable(z.int()),
})
export type StorefrontFigures = z.infer<typeof StorefrontFigures>

/** A category that the footer of every page names. */
export const TopCategory = z.object({ _id: z.string(), name: z.string() })
export type TopCategory = z.infer<typeof TopCategory>

/** A review that the home page shows. */
export const ShopReview = z.object({
  _id: z.string(),
  stars: z.int(),
  text: z.string(),
  /** First name and an initial. */
  name: z.string(),
  item: z.object({ _id: z.string(), name: z.string() }),
})
export type ShopReview = z.infer<typeof ShopReview>

/** What the store has done lately, and who does it: for the home and about pages, at most a minute old. */
export const ShopFigures = z.object({
  /** Median minutes from "marked as paid" to verified, of the latest payments; null until there are enough. */
  checkMinutes: z.nullable(z.int()),
  /** Payments verified in the last 30 days. */
  verifiedInMonth: z.int(),
  /** Minutes since the last verification; null without one in the last hour, because an older one says little. */
  lastVerifiedMinutes: z.nullable(z.int()),
  /** All reviews: their average in stars with one decimal, and number; null if none, absent from earlier versions. */
  rating: z.optional(z.nullable(z.object({ average: z.number(), count: z.int() }))),
  /** Verified purchases; three or none. */
  reviews: z.array(ShopReview),
  /** Those who check the payments. */
  team: z.array(z.object({ firstName: z.string(), initials: z.string() })),
  /** The logo of the most popular item of each category. */
  marks: z.array(z.object({ category: z.string(), logoLink: z.string() })),
})
export type ShopFigures = z.infer<typeof ShopFigures>
