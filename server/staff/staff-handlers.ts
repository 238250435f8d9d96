import type { staffAccountRoutes } from '../../shared/accounts/staff-routes.ts'
import type { staffPointsRoutes } from '../../shared/points/staff-routes.ts'
import type { staffRoutes } from '../../shared/staff/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { correctPoints } from '../points/correct-points.ts'
import { listCustomers, readCustomer } from './list-customers.ts'
import { readCustomerDetails } from './read-customer.ts'
import { readStats } from './read-stats.ts'
import { searchForStaff } from './search-for-staff.ts'

type Routes = Pick<typeof staffAccountRoutes, 'customers' | 'customer'> & typeof staffPointsRoutes & typeof staffRoutes

/** The calls whose responses combine several features. */
export const staffHandlers: Handlers<Routes> = {
  customers: (query, { app }) => listCustomers(app.db, query),
  customer: async ({ id }, { app }) => ({ data: await readCustomerDetails(app.db, id) }),
  correctPoints: ({ id, ...correction }, { me, mutate }) =>
    mutate(async (ctx) => {
      await correctPoints(ctx, me.user, id, correction)
      return { data: await readCustomer(ctx.tx, id), message: 'Points adjusted' }
    }),
  stats: async ({ days = '30' }, { app }) => ({ data: await readStats(app.db, Number(days)) }),
  system: async (_, { app }) => ({ data: await app.system.read() }),
  staffSearch: async ({ q = '' }, { app }) => ({ data: await searchForStaff(app.db, q) }),
}
