import type { Activity, Dashboard } from '../../shared/activity.ts'

export type ActivityState = {
  /** What one's orders come to; null before it is loaded. */
  dashboard: Dashboard | null
  /** What one did, newest first; null before it is loaded. */
  list: Activity[] | null
  nextCursor: string | null
  /** Goes up with what changes the figures without telling them: they are to be loaded again. */
  recount: number
}

export const initialActivity = (): ActivityState => ({ dashboard: null, list: null, nextCursor: null, recount: 0 })
