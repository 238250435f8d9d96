import { pointsRoutes } from '../../shared/points.ts'
import type { Client } from '../client.ts'
import { pointsKey, setPoints } from './store.ts'

/** The newest of the ledger, as many as the profile shows (SPEC.md §9). @throws CallFailed */
export const loadPoints = (client: Client, signal?: AbortSignal) =>
  client.load(
    pointsRoutes.points,
    { page: 1, limit: 50 },
    { slice: pointsKey, streams: ['user'], signal, write: setPoints },
  )
