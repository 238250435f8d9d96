import type { PointsEntry } from '../../shared/points.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { newestFirst, upsert } from '../stream/lists.ts'
import type { PointsState } from './state.ts'

type Draft = { points: PointsState }
type Page = { totalPoints: number; entries: PointsEntry[]; totalCount: number }

export const pointsKey = 'points'

export function setPoints(draft: Draft, { totalPoints, entries, totalCount }: Page) {
  draft.points = { total: totalPoints, entries, totalCount }
}

/** Adds a page of older ones to those that are shown. */
export function addPoints({ points }: Draft, { totalPoints, entries, totalCount }: Page) {
  if (!points.entries) return
  const known = new Set(points.entries.map(({ _id }) => _id))
  const all = [...points.entries, ...entries.filter(({ _id }) => !known.has(_id))]
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
