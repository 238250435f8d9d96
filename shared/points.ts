import * as z from 'zod/mini'
import { get, SignedDollars, Time, wholeInQuery } from './contract.ts'

export const PointsEntry = z.object({
  _id: z.string(),
  source: z.enum(['order', 'referral', 'adjustment']),
  /** The order's total that it comes from; below 0 when it is taken back. */
  amount: SignedDollars,
  points: z.int(),
  note: z.string(),
  createdAt: Time,
})
export type PointsEntry = z.infer<typeof PointsEntry>

export const pointsRoutes = {
  points: get('/points/me', {
    who: 'customer',
    summary: 'The points ledger, newest first',
    input: z.strictObject({ page: z.optional(wholeInQuery(1, 100_000)), limit: z.optional(wholeInQuery(1, 100)) }),
    output: {
      totalPoints: z.int(),
      entries: z.array(PointsEntry),
      page: z.int(),
      limit: z.int(),
      totalCount: z.int(),
    },
  }),
}
