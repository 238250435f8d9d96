import type { PointsEntry } from '../../shared/points/schema.ts'

export type PointsState = {
  total: number
  /** Newest first; null before they are loaded. */
  entries: PointsEntry[] | null
  totalCount: number
}

export const initialPoints = (): PointsState => ({ total: 0, entries: null, totalCount: 0 })
