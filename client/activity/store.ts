import type { Activity, Dashboard } from '../../shared/activity/schema.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import type { OrdersState } from '../orders/state.ts'
import { addOrders } from '../orders/store.ts'
import type { IsNewerThanSnapshot } from '../stream/sync.ts'
import type { ActivityState } from './state.ts'

type Draft = { activity: ActivityState; orders: OrdersState }
type Page = { data: Activity[]; nextCursor: string | null }

export const dashboardKey = 'dashboard'
export const activityKey = 'activity'

/** Its orders are known to their own pages, too. */
export function setDashboard(draft: Draft, { data }: { data: Dashboard }) {
  draft.activity.dashboard = data
  addOrders(draft, data.recentPurchases)
}

/** Stores a page: the first one replaces the list; a later one is appended, unless the list was reloaded since. */
export function setActivity({ activity }: Draft, { data, nextCursor }: Page, cursor?: string) {
  if (cursor !== undefined && (!activity.list || activity.nextCursor !== cursor)) return
  const loaded = (cursor !== undefined && activity.list) || []
  activity.list = [...loaded, ...data.filter((row) => loaded.every((other) => other._id !== row._id))]
  activity.nextCursor = nextCursor
}

/** Applies at once what the event contains; the totals, which it doesn't, are loaded again. */
export function applyActivity({ activity }: Draft, event: StreamEvent, isNewerThanSnapshot: IsNewerThanSnapshot) {
  const { dashboard } = activity
  if (!dashboard || event.stream !== 'user' || !isNewerThanSnapshot(dashboardKey)) return
  if (event.type === 'points.changed') dashboard.stats.points = event.data.totalPoints
  if (event.type === 'user.changed') activity.statsVersion += 1
  if (event.type !== 'order.changed') return
  const { order, change } = event.data
  const index = dashboard.recentPurchases.findIndex(({ _id }) => _id === order._id)
  if (index !== -1) dashboard.recentPurchases[index] = order
  // Who is checking a payment doesn't change the figures.
  if (change !== 'claimed' && change !== 'released') activity.statsVersion += 1
}
