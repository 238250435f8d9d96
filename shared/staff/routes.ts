import * as z from 'zod/mini'
import { get, SearchQuery } from '../contract.ts'
import { Stats, statsDays } from './schema.ts'
import { System } from './system-schema.ts'
import { StaffSearchResults } from './search-schema.ts'

export const staffRoutes = {
  stats: get('/admin/stats', {
    access: 'staff',
    summary: 'Return orders and revenue of the last 7, 30 or 90 days (default 30)',
    input: z.strictObject({ days: z.optional(z.enum(statsDays)) }),
    output: { data: Stats },
  }),
  system: get('/admin/system', {
    access: 'staff',
    summary: 'Return how the store is doing: its processes, jobs, queue of emails, last backup and alarms',
    output: { data: System },
  }),
  staffSearch: get('/admin/search', {
    access: 'staff',
    summary: 'Find orders, customers, items and conversations by one text, at most 5 of each',
    input: z.strictObject({ q: SearchQuery }),
    output: { data: StaffSearchResults },
  }),
}
