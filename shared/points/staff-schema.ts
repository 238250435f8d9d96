import * as z from 'zod/mini'
import { Reason } from '../orders/staff-schema.ts'
import { formatCount } from '../format-count.ts'

const maxPointsCorrection = 100_000
const maxPointsText = formatCount(maxPointsCorrection)
const pointsError = `Points must be a whole number from -${maxPointsText} to ${maxPointsText}, except 0`

/** Points to add, or to subtract if negative, and the reason. */
export const PointsCorrection = z.strictObject({
  points: z.int({ error: pointsError }).check(
    z.gte(-maxPointsCorrection, { error: pointsError }),
    z.lte(maxPointsCorrection, { error: pointsError }),
    z.refine((points) => points !== 0, { error: pointsError }),
  ),
  reason: Reason,
})
