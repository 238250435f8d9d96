import * as z from 'zod/mini'
import { del, get, listOutput, Pagination, SearchQuery, Sorting } from '../contract.ts'
import { Reason } from '../orders/staff-schema.ts'
import { StarCounts } from './schema.ts'
import { StaffReview, staffReviewSorts } from './staff-schema.ts'

export const staffReviewRoutes = {
  staffReviews: get('/admin/reviews', {
    access: 'staff',
    summary: 'List reviews of all items, newest first or as sorted',
    input: z.strictObject({
      q: SearchQuery,
      stars: z.optional(z.enum(['1', '2', '3', '4', '5'])),
      ...Sorting(staffReviewSorts),
      ...Pagination,
    }),
    output: listOutput(StaffReview),
  }),
  removeReview: del('/admin/reviews/:id', {
    access: 'staff',
    summary: "Remove a review, update the item's rating and notify the author, who can read the reason",
    input: z.strictObject({ reason: z.optional(Reason) }),
    output: { averageRating: z.number(), reviewCount: z.int(), starCounts: StarCounts, message: z.string() },
  }),
}
