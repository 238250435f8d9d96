import type { Review } from '../../shared/reviews/schema.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { newestFirst, upsert } from '../stream/place-row.ts'
import type { ReviewsState } from './store.ts'

type Draft = { reviews: ReviewsState }

export function applyReviews({ reviews }: Draft, event: StreamEvent) {
  if (event.type === 'item.removed') delete reviews.byItem[event.data._id]
  if (event.type === 'review.changed') setReview({ reviews }, event.data.review, event.data.reviewCount)
  if (event.type === 'review.removed')
    removeReview({ reviews }, event.data.item, event.data._id, event.data.reviewCount)
}

/** Adds or replaces a review, if the reviews of its item were loaded. */
export function setReview({ reviews }: Draft, review: Review, reviewCount: number) {
  const loaded = reviews.byItem[review.item]
  if (!loaded) return
  const last = loaded.list.at(-1)
  loaded.totalCount = reviewCount
  // A review after the last loaded one comes with its page.
  if (loaded.nextCursor !== null && last && newestFirst(review, last) > 0) return
  loaded.list = upsert(loaded.list, review, newestFirst)
}

export function removeReview({ reviews }: Draft, itemId: string, id: string, reviewCount: number) {
  const loaded = reviews.byItem[itemId]
  if (!loaded) return
  loaded.list = loaded.list.filter(({ _id }) => _id !== id)
  loaded.totalCount = reviewCount
}
