import * as z from 'zod/mini'
import { get, Id, listOutput, Pagination, post, SearchQuery, Sorting } from '../contract.ts'
import { Customer, CustomerDetails, customerSorts } from './staff-schema.ts'

export const staffAccountRoutes = {
  customers: get('/admin/customers', {
    access: 'staff',
    summary: 'List customers, newest first or as sorted',
    input: z.strictObject({ q: SearchQuery, ...Sorting(customerSorts), ...Pagination }),
    output: listOutput(Customer),
  }),
  customer: get('/admin/customers/:id', {
    access: 'staff',
    summary: 'Return a customer with their orders, points, referrals and sessions',
    output: { data: CustomerDetails },
  }),
  endSessions: post('/admin/customers/:id/sessions/end', {
    access: 'staff',
    summary: 'End one session of a customer, or all of them',
    input: z.strictObject({ sessionId: z.optional(Id) }),
    output: { ended: z.int(), message: z.string() },
  }),
}
