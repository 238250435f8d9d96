import type { PointsEntry } from '../../shared/points/schema.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { newestFirst, upsert } from '../stream/place-row.ts'
import type { PointsState } from './state.ts'

type Draft = { points: PointsState }
type Page = { totalPoints: number; entries: PointsEntry[]; totalCount: number }

export const pointsKey = 'points'

export function setPoints(draft: Draft, { totalPoints, entries, totalCount }: Page) {
  draft.points = { total: totalPoints, entries, totalCount }
}

/** Merges a page of older entries into the loaded ones. */
export function addPoints({ points }: Draft, { totalPoints, entries, totalCount }: Page) {
  if (!points.entries) return
  const existingIds = new Set(points.entries.map(({ _id }) => _id))
  const all = [...points.entries, ...entries.filter(({ _id }) => !existingIds.has(_id))]
  Object.assign(points, { total: totalPoints, totalCount, entries: all.toSorted(newestFirst) })
}

export function applyPoints({ points }: Draft, event: StreamEvent) {
  if (event.type !== 'points.changed') return
  const { entry, totalPoints } = event.data
  points.total = totalPoints
  if (!points.entries || points.entries.some((one) => one._id === entry._id)) return
  points.totalCount += 1
  points.entries = upsert(points.entries, entry, newestFirst)
}
