import type { Activity, Dashboard } from '../../shared/activity.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import type { IsNews } from '../stream/sync.ts'
import type { ActivityState } from './state.ts'

type Draft = { activity: ActivityState }
type Page = { data: Activity[]; nextCursor: string | null }

export const dashboardKey = 'dashboard'
export const activityKey = 'activity'

export function setDashboard({ activity }: Draft, { data }: { data: Dashboard }) {
  activity.dashboard = data
}

export function setActivity({ activity }: Draft, { data, nextCursor }: Page) {
  activity.list = data
  activity.nextCursor = nextCursor
}

/** Adds the page after `cursor`, unless the list has been loaded anew since. */
export function addActivity({ activity }: Draft, cursor: string, { data, nextCursor }: Page) {
  if (!activity.list || activity.nextCursor !== cursor) return
  const known = activity.list
  activity.list = [...known, ...data.filter((row) => known.every((one) => one._id !== row._id))]
  activity.nextCursor = nextCursor
}

/** At once what the event tells; the sums, which it does not tell, are asked for afterwards. */
export function applyActivity({ activity }: Draft, event: StreamEvent, isNews: IsNews) {
  const { dashboard } = activity
  if (!dashboard || event.stream !== 'user' || !isNews(dashboardKey)) return
  if (event.type === 'points.changed') dashboard.stats.points = event.data.totalPoints
  if (event.type === 'user.changed') activity.recount += 1
  if (event.type !== 'order.changed') return
  const { order, change } = event.data
  const at = dashboard.recentPurchases.findIndex((one) => one._id === order._id)
  if (at !== -1) dashboard.recentPurchases[at] = order
  // Who looks at a payment changes nothing of what it comes to.
  if (change !== 'claimed' && change !== 'released') activity.recount += 1
}
