import { compareReviews } from '../../shared/reviews/rules.ts'
import type { Review } from '../../shared/reviews/schema.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { upsert } from '../stream/place-row.ts'
import type { ReviewsState } from './store.ts'

type Draft = { reviews: ReviewsState }
/** The counts after a change. */
export type Counts = { reviewCount: number; starCounts?: number[] | undefined }

export function applyReviews({ reviews }: Draft, event: StreamEvent) {
  if (event.type === 'item.removed') delete reviews.byItem[event.data._id]
  if (event.type === 'review.changed') setReview({ reviews }, event.data.review, event.data)
  if (event.type === 'review.removed') removeReview({ reviews }, event.data.item, event.data._id, event.data)
}

/** Adds or replaces a review, if the reviews of its item were loaded. */
export function setReview({ reviews }: Draft, review: Review, counts: Counts) {
  const loaded = reviews.byItem[review.item]
  if (!loaded) return
  const compare = compareReviews[loaded.sortBy]
  const last = loaded.list.at(-1)
  setCounts({ reviews }, review.item, counts)
  // A review after the last loaded one comes with its page.
  if (loaded.nextCursor !== null && last && compare(review, last) > 0) {
    loaded.list = loaded.list.filter(({ _id }) => _id !== review._id)
  } else {
    loaded.list = upsert(loaded.list, review, compare)
  }
}

export function removeReview({ reviews }: Draft, itemId: string, id: string, counts: Counts) {
  const loaded = reviews.byItem[itemId]
  if (!loaded) return
  loaded.list = loaded.list.filter(({ _id }) => _id !== id)
  setCounts({ reviews }, itemId, counts)
}

function setCounts({ reviews }: Draft, itemId: string, { reviewCount, starCounts }: Counts) {
  const loaded = reviews.byItem[itemId]!
  loaded.totalCount = reviewCount
  if (starCounts) loaded.starCounts = starCounts
}
