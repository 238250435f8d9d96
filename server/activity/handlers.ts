import type { activityRoutes } from '../../shared/activity.ts'
import type { Handlers } from '../http/serve.ts'
import { readDashboard } from '../orders/dashboard.ts'
import { listActivity } from './list-activity.ts'

export const activityHandlers: Handlers<typeof activityRoutes> = {
  activity: (page, { store, me }) => listActivity(store.db, me.user.id, page),
  dashboard: async (_, { store, me }) => ({ data: await readDashboard(store.db, me.user.id) }),
}
