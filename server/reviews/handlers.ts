import type { reviewRoutes } from '../../shared/reviews/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { listReviews } from './list-reviews.ts'
import { changeReview, deleteReview, writeReview } from './write-review.ts'

export const reviewHandlers: Handlers<typeof reviewRoutes> = {
  reviews: (query, { app }) => listReviews(app.db, query),
  writeReview: (review, { me, mutate }) =>
    mutate(async (ctx) => ({ ...(await writeReview(ctx, me.user.id, review)), message: 'Review saved' })),
  changeReview: ({ id, ...review }, { me, mutate }) =>
    mutate(async (ctx) => ({ ...(await changeReview(ctx, me.user.id, id, review)), message: 'Review saved' })),
  deleteReview: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ ...(await deleteReview(ctx, me.user.id, id)), message: 'Review deleted' })),
}
