import { staffReviewRoutes as routes } from '../../../shared/reviews/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import type { State } from '../../state.ts'
import { createPagedList } from '../../stream/paged-list.ts'
import type { StaffReviewFilter } from './state.ts'
import { removeStaffReview, setStaffReviews, staffReviewsKey } from './store.ts'

const streams = ['catalogue' as const]

const reviews = createPagedList({
  route: routes.staffReviews,
  streams,
  pageSize: 50,
  key: staffReviewsKey,
  args: (filter: StaffReviewFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.staffReviews.lists[staffReviewsKey(filter)],
  write: setStaffReviews,
})
export const { load: loadStaffReviews, loadMore: loadMoreStaffReviews } = reviews

/** @param reason the author can read it. @throws CallFailed */
export const removeReview = (context: ActionContext, id: string, reason?: string) =>
  context.send(
    routes.removeReview,
    { id, ...(reason && { reason }) },
    { snapshotKey: 'staff/review', streams, write: (draft) => removeStaffReview(draft, id) },
  )
