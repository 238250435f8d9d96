import * as z from 'zod/mini'
import { post } from '../contract.ts'
import { StaffOrder } from '../orders/staff-schema.ts'
import { PaymentProgress } from './progress.ts'

export const chainRoutes = {
  checkOrder: post('/admin/orders/:id/check', {
    access: 'staff',
    summary: 'Look for an order’s payment on its chain now, at most 10 times a minute',
    output: {
      data: StaffOrder,
      /** What is known of its transfer; null if nothing was found. */
      progress: z.nullable(PaymentProgress),
      message: z.string(),
    },
  }),
  pauseChain: post('/admin/chain/pause', {
    access: 'staff',
    summary: 'Pause or resume automatic verification; payments are still looked for',
    input: z.strictObject({ on: z.boolean({ error: 'on must be true or false' }) }),
    output: { data: z.object({ paused: z.boolean() }), message: z.string() },
    idempotent: true,
  }),
}
