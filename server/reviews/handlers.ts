import type { reviewRoutes } from '../../shared/reviews.ts'
import type { Handlers } from '../http/serve.ts'
import { listReviews } from './list-reviews.ts'
import { changeReview, deleteReview, writeReview } from './write-review.ts'

export const reviewHandlers: Handlers<typeof reviewRoutes> = {
  reviews: (asked, { store }) => listReviews(store.db, asked),
  writeReview: (written, { me, change }) =>
    change(async (making) => ({ ...(await writeReview(making, me.user.id, written)), message: 'Review saved' })),
  changeReview: ({ id, ...written }, { me, change }) =>
    change(async (making) => ({ ...(await changeReview(making, me.user.id, id, written)), message: 'Review saved' })),
  deleteReview: ({ id }, { me, change }) =>
    change(async (making) => ({ ...(await deleteReview(making, me.user.id, id)), message: 'Review deleted' })),
}
