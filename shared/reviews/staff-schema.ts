import * as z from 'zod/mini'
import { Review } from './schema.ts'

/** What staff sort reviews by. */
export const staffReviewSorts = { written: 'desc', stars: 'desc' } as const
export type StaffReviewSort = keyof typeof staffReviewSorts

export const StaffReview = z.extend(Review, { itemName: z.string() })
export type StaffReview = z.infer<typeof StaffReview>
