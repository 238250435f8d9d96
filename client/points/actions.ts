import { pointsRoutes } from '../../shared/points.ts'
import type { Client } from '../client.ts'
import { asManyAs } from '../stream/lists.ts'
import { addPoints, pointsKey, setPoints } from './store.ts'

const into = { slice: pointsKey, streams: ['user' as const] }
/** As many as the profile shows (SPEC.md §9). */
const usual = 50

/** The newest of the ledger, and as far as they were shown. @throws CallFailed */
export function loadPoints(client: Client, signal?: AbortSignal) {
  const limit = asManyAs(client.store.getState().points.entries ?? undefined, usual)
  return client.load(pointsRoutes.points, { page: 1, limit }, { ...into, signal, write: setPoints })
}

/** The page that goes on where what is shown ends; what is new since has moved it by as much. @throws CallFailed */
export async function loadOlderPoints(client: Client) {
  const shown = client.store.getState().points.entries?.length ?? 0
  const page = Math.floor(shown / usual) + 1
  await client.load(pointsRoutes.points, { page, limit: usual }, { ...into, write: addPoints })
}
