import * as z from 'zod/mini'
import { UserSummary } from '../accounts/schema.ts'
import { Id, Time } from '../contract.ts'

export type { ReviewSort } from './sorts.ts'

export const Review = z.object({
  _id: z.string(),
  item: z.string(),
  user: UserSummary,
  stars: z.int(),
  description: z.string(),
  /** The author has a completed order for the item. */
  verifiedPurchase: z.boolean(),
  createdAt: Time,
})
export type Review = z.infer<typeof Review>

/** How many reviews of an item have one star, two, and so on to five. */
export const StarCounts = z.array(z.int())

const descriptionTooShort = 'Please enter at least 3 characters'
export const ReviewInput = z.strictObject({
  item: Id,
  stars: z
    .int({ error: 'Please select a rating' })
    .check(z.gte(1, { error: 'Please select a rating' }), z.lte(5, { error: 'Please select a rating' })),
  description: z
    .string({ error: descriptionTooShort })
    .check(
      z.trim(),
      z.minLength(3, { error: descriptionTooShort }),
      z.maxLength(2000, { error: 'At most 2,000 characters' }),
    ),
})
