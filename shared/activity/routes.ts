import * as z from 'zod/mini'
import { get, Pagination } from '../contract.ts'
import { Activity, Dashboard } from './schema.ts'

export const activityRoutes = {
  activity: get('/logs', {
    access: 'customer',
    summary: 'List your recent activity, newest first',
    input: z.strictObject(Pagination),
    output: { data: z.array(Activity), nextCursor: z.nullable(z.string()) },
  }),
  dashboard: get('/dashboard', {
    access: 'customer',
    summary: 'Return your order statistics',
    output: { data: Dashboard },
  }),
}
