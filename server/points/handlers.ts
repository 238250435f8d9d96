import type { pointsRoutes } from '../../shared/points/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { listPoints } from './list-points.ts'

export const pointsHandlers: Handlers<typeof pointsRoutes> = {
  points: (query, { app, me }) => listPoints(app.db, me.user.id, query),
}
