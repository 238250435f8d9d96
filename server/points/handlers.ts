import type { pointsRoutes } from '../../shared/points.ts'
import type { Handlers } from '../http/serve.ts'
import { listPoints } from './list-points.ts'

export const pointsHandlers: Handlers<typeof pointsRoutes> = {
  points: (asked, { store, me }) => listPoints(store.db, me.user.id, asked),
}
