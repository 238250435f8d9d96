import type { activityRoutes } from '../../shared/activity/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { listActivity } from './list-activity.ts'

export const activityHandlers: Handlers<Pick<typeof activityRoutes, 'activity'>> = {
  activity: (query, { app, me }) => listActivity(app.db, me.user.id, query),
}
