import { activityRoutes } from '../../shared/activity.ts'
import type { Client } from '../client.ts'
import { asManyAs } from '../stream/lists.ts'
import { activityKey, addActivity, dashboardKey, setActivity, setDashboard } from './store.ts'

const streams = ['user' as const]
const usual = 8
const more = 20

/** What one's orders come to. @throws CallFailed */
export const loadDashboard = (client: Client, signal?: AbortSignal) =>
  client.load(activityRoutes.dashboard, {}, { slice: dashboardKey, streams, signal, write: setDashboard })

/** What one did last, and as far as it was shown. @throws CallFailed */
export function loadActivity(client: Client, signal?: AbortSignal) {
  const shown = client.store.getState().activity.list ?? undefined
  const limit = asManyAs(shown, usual)
  return client.load(activityRoutes.activity, { limit }, { slice: activityKey, streams, signal, write: setActivity })
}

export async function loadMoreActivity(client: Client) {
  const cursor = client.store.getState().activity.nextCursor
  if (!cursor) return
  await client.load(
    activityRoutes.activity,
    { cursor, limit: more },
    { slice: activityKey, streams, write: (draft, page) => addActivity(draft, cursor, page) },
  )
}
