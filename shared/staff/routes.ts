import * as z from 'zod/mini'
import { get } from '../contract.ts'
import { Stats, statsDays } from './schema.ts'

export const staffRoutes = {
  stats: get('/admin/stats', {
    access: 'staff',
    summary: 'Return orders and revenue of the last 7, 30 or 90 days (default 30)',
    input: z.strictObject({ days: z.optional(z.enum(statsDays)) }),
    output: { data: Stats },
  }),
}
