import * as z from 'zod/mini'
import { Person } from './accounts.ts'
import { del, get, Id, Page, post, put, Time } from './contract.ts'

export const Review = z.object({
  _id: z.string(),
  item: z.string(),
  user: Person,
  stars: z.int(),
  description: z.string(),
  /** Written by someone with a completed order for the item. */
  verifiedPurchase: z.boolean(),
  createdAt: Time,
})
export type Review = z.infer<typeof Review>

const least = 'Please enter at least 3 characters'
/** The rules of SPEC.md §5 and their words, for the form and the server alike. */
export const NewReview = z.strictObject({
  item: Id,
  stars: z
    .int({ error: 'Please select a rating' })
    .check(z.gte(1, { error: 'Please select a rating' }), z.lte(5, { error: 'Please select a rating' })),
  description: z
    .string({ error: least })
    .check(z.trim(), z.minLength(3, { error: least }), z.maxLength(2000, { error: 'At most 2000 characters' })),
})

const Written = { data: Review, averageRating: z.number(), reviewCount: z.int(), message: z.string() }

export const reviewRoutes = {
  reviews: get('/reviews', {
    who: 'anyone',
    summary: 'The reviews of an item, newest first',
    input: z.strictObject({
      item: z.string({ error: 'item must be the id of an item' }).check(z.maxLength(40)),
      ...Page,
    }),
    output: { data: z.array(Review), totalCount: z.int(), nextCursor: z.nullable(z.string()) },
    kept: true,
  }),
  writeReview: post('/reviews', {
    who: 'customer',
    summary: 'Review an item, once',
    input: NewReview,
    output: Written,
    idempotent: true,
  }),
  changeReview: put('/reviews/:id', {
    who: 'customer',
    summary: "Change one's review",
    input: NewReview,
    output: Written,
  }),
  deleteReview: del('/reviews/:id', {
    who: 'customer',
    summary: "Delete one's review",
    output: { averageRating: z.number(), reviewCount: z.int(), message: z.string() },
  }),
}
