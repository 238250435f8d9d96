import * as z from 'zod/mini'
import { Customer } from '../accounts/staff-schema.ts'
import { post } from '../contract.ts'
import { PointsCorrection } from './staff-schema.ts'

export const staffPointsRoutes = {
  correctPoints: post('/admin/customers/:id/points', {
    access: 'staff',
    summary: 'Add or subtract points, with a reason the customer can read',
    input: PointsCorrection,
    output: { data: Customer, message: z.string() },
    idempotent: true,
  }),
}
