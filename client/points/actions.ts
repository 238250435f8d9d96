import { pointsRoutes } from '../../shared/points/routes.ts'
import type { ActionContext } from '../action-context.ts'
import { reloadLimit } from '../stream/lists.ts'
import { addPoints, pointsKey, setPoints } from './store.ts'

const into = { snapshotKey: pointsKey, streams: ['user' as const] }
/** The page size of the profile (docs/rules.md). */
const pageSize = 50

/** Loads the ledger from its newest entry, and as much of it as was loaded before. @throws CallFailed */
export function loadPoints(context: ActionContext, signal?: AbortSignal) {
  const loaded = context.store.getState().points.entries?.length ?? 0
  const limit = reloadLimit(loaded, pageSize)
  return context.load(pointsRoutes.points, { page: 1, limit }, { ...into, signal, write: setPoints })
}

/**
 * Loads the page that contains the next entry. Pages are numbered, so entries earned in the meantime overlap with the
 * loaded ones. @throws CallFailed
 */
export async function loadMorePoints(context: ActionContext) {
  const loaded = context.store.getState().points.entries?.length ?? 0
  const page = Math.floor(loaded / pageSize) + 1
  await context.load(pointsRoutes.points, { page, limit: pageSize }, { ...into, write: addPoints })
}
