import type { Activity, Dashboard } from '../../shared/activity/schema.ts'

export type ActivityState = {
  /** null before it is loaded. */
  dashboard: Dashboard | null
  /** The activity log, newest first; null before it is loaded. */
  list: Activity[] | null
  nextCursor: string | null
  /** Incremented by events that change the figures without containing them: they must be loaded again. */
  statsVersion: number
}

export const initialActivity = (): ActivityState => ({
  dashboard: null,
  list: null,
  nextCursor: null,
  statsVersion: 0,
})
