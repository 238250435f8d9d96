import * as z from 'zod/mini'
import { SignedDollars, Time } from '../contract.ts'

export const pointsSources = ['order', 'referral', 'adjustment'] as const

export const PointsEntry = z.object({
  _id: z.string(),
  source: z.enum(pointsSources),
  /** The order total the points come from; negative for a reversal. */
  amount: SignedDollars,
  points: z.int(),
  note: z.string(),
  createdAt: Time,
})
export type PointsEntry = z.infer<typeof PointsEntry>
