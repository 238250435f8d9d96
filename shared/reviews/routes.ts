import * as z from 'zod/mini'
import { del, get, listOutput, Pagination, post, put } from '../contract.ts'
import { Review, ReviewInput, StarCounts } from './schema.ts'
import { reviewSorts } from './sorts.ts'

const reviewOutput = {
  data: Review,
  averageRating: z.number(),
  reviewCount: z.int(),
  starCounts: StarCounts,
  message: z.string(),
}

export const reviewRoutes = {
  reviews: get('/reviews', {
    access: 'public',
    summary: 'List the reviews of an item, newest first or in another order',
    input: z.strictObject({
      item: z.string({ error: 'item must be the id of an item' }).check(z.maxLength(40)),
      sortBy: z.optional(z.enum(reviewSorts, { error: `sortBy must be one of ${reviewSorts.join(', ')}` })),
      ...Pagination,
    }),
    output: { ...listOutput(Review), starCounts: StarCounts },
    cacheable: true,
  }),
  writeReview: post('/reviews', {
    access: 'customer',
    summary: 'Create your review of an item',
    input: ReviewInput,
    output: reviewOutput,
    idempotent: true,
  }),
  changeReview: put('/reviews/:id', {
    access: 'customer',
    summary: 'Update your review',
    input: ReviewInput,
    output: reviewOutput,
  }),
  deleteReview: del('/reviews/:id', {
    access: 'customer',
    summary: 'Delete your review',
    output: { averageRating: z.number(), reviewCount: z.int(), starCounts: StarCounts, message: z.string() },
  }),
}
