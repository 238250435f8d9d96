import type { PointsEntry } from '../../shared/points.ts'

export type PointsState = {
  total: number
  /** The newest of the ledger; null before they are loaded. */
  entries: PointsEntry[] | null
  totalCount: number
}

export const initialPoints = (): PointsState => ({ total: 0, entries: null, totalCount: 0 })
