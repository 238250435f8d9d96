import * as z from 'zod/mini'
import { Review } from './schema.ts'

export const StaffReview = z.extend(Review, { itemName: z.string() })
export type StaffReview = z.infer<typeof StaffReview>
