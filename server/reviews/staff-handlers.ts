import type { staffReviewRoutes } from '../../shared/reviews/staff-routes.ts'
import type { Handlers } from '../http/serve.ts'
import { listReviewsForStaff } from './list-reviews-for-staff.ts'
import { removeReview } from './write-review.ts'

export const staffReviewHandlers: Handlers<typeof staffReviewRoutes> = {
  staffReviews: (query, { app }) => listReviewsForStaff(app.db, query),
  removeReview: ({ id, reason }, { me, mutate }) =>
    mutate(async (ctx) => ({ ...(await removeReview(ctx, me.user, id, reason)), message: 'Review removed' })),
}
