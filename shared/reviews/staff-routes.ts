import * as z from 'zod/mini'
import { del, get, listOutput, Pagination, SearchQuery } from '../contract.ts'
import { Reason } from '../orders/staff-schema.ts'
import { StaffReview } from './staff-schema.ts'

export const staffReviewRoutes = {
  staffReviews: get('/admin/reviews', {
    access: 'staff',
    summary: 'List reviews of all items, newest first',
    input: z.strictObject({ q: SearchQuery, stars: z.optional(z.enum(['1', '2', '3', '4', '5'])), ...Pagination }),
    output: listOutput(StaffReview),
  }),
  removeReview: del('/admin/reviews/:id', {
    access: 'staff',
    summary: "Remove a review, update the item's rating and notify the author, who can read the reason",
    input: z.strictObject({ reason: z.optional(Reason) }),
    output: { averageRating: z.number(), reviewCount: z.int(), message: z.string() },
  }),
}
