import { activityRoutes } from '../../shared/activity/routes.ts'
import type { ActionContext } from '../action-context.ts'
import type { State } from '../state.ts'
import { createPagedList } from '../stream/paged-list.ts'
import { activityKey, dashboardKey, setActivity, setDashboard } from './store.ts'

/** @throws CallFailed */
export const loadDashboard = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    activityRoutes.dashboard,
    {},
    { snapshotKey: dashboardKey, streams: ['user'], signal, write: setDashboard },
  )

const firstPageSize = 8
const nextPageSize = 20
const activityList = createPagedList({
  route: activityRoutes.activity,
  streams: ['user'],
  pageSize: firstPageSize,
  key: () => activityKey,
  args: (_, { limit, cursor }) => (cursor ? { limit: nextPageSize, cursor } : { limit }),
  select: (state: State) => state.activity,
  write: (draft, _, page, cursor) => setActivity(draft, page, cursor),
})

/** The activity log, newest first, as far as it was loaded before. @throws CallFailed */
export const loadActivity = (context: ActionContext, signal?: AbortSignal) =>
  activityList.load(context, undefined, signal)

/** @throws CallFailed */
export const loadMoreActivity = (context: ActionContext) => activityList.loadMore(context)
