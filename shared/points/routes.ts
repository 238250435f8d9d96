import * as z from 'zod/mini'
import { get, integerInQuery } from '../contract.ts'
import { PointsEntry } from './schema.ts'

export const pointsRoutes = {
  points: get('/points/me', {
    access: 'customer',
    summary: 'List your points ledger, newest first',
    input: z.strictObject({ page: z.optional(integerInQuery(1, 100_000)), limit: z.optional(integerInQuery(1, 100)) }),
    output: {
      totalPoints: z.int(),
      entries: z.array(PointsEntry),
      page: z.int(),
      limit: z.int(),
      totalCount: z.int(),
    },
  }),
}
