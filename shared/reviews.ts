import * as z from 'zod/mini'
import { Person } from './accounts.ts'
import { get, Page, Time } from './contract.ts'

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
}
