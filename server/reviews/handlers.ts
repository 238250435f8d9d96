import type { reviewRoutes } from '../../shared/reviews.ts'
import type { Handlers } from '../http/serve.ts'
import { listReviews } from './list-reviews.ts'

export const reviewHandlers: Handlers<typeof reviewRoutes> = {
  reviews: (asked, { store }) => listReviews(store.db, asked),
}
