import type { Review } from '../../shared/reviews.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { newestFirst, noRows, upsert } from '../stream/lists.ts'

/** Of one item, newest first, as far as they were loaded. */
export type ItemReviews = { list: Review[]; totalCount: number; nextCursor: string | null }
export type ReviewsState = { byItem: Record<string, ItemReviews> }
type Draft = { reviews: ReviewsState }
type Page = { data: Review[]; totalCount: number; nextCursor: string | null }

export const initialReviews = (): ReviewsState => ({ byItem: noRows() })

export const reviewsKey = (itemId: string) => `reviews/${itemId}`

export function setReviews({ reviews }: Draft, itemId: string, { data, totalCount, nextCursor }: Page) {
  reviews.byItem[itemId] = { list: data, totalCount, nextCursor }
}

export function addReviews({ reviews }: Draft, itemId: string, cursor: string, page: Page) {
  const known = reviews.byItem[itemId]
  if (known?.nextCursor !== cursor) return
  const more = page.data.filter((review) => !known.list.some((one) => one._id === review._id))
  reviews.byItem[itemId] = { ...page, list: [...known.list, ...more] }
}

export function applyReviews({ reviews }: Draft, event: StreamEvent) {
  if (event.type === 'item.removed') delete reviews.byItem[event.data._id]
  if (event.type === 'review.changed') putReview({ reviews }, event.data.review, event.data.reviewCount)
  if (event.type === 'review.removed') dropReview({ reviews }, event.data.item, event.data._id, event.data.reviewCount)
}

export function putReview({ reviews }: Draft, review: Review, reviewCount: number) {
  const known = reviews.byItem[review.item]
  if (known) place(known, review, reviewCount)
}

export function dropReview({ reviews }: Draft, itemId: string, id: string, reviewCount: number) {
  const known = reviews.byItem[itemId]
  if (!known) return
  known.list = known.list.filter((one) => one._id !== id)
  known.totalCount = reviewCount
}

function place(known: ItemReviews, review: Review, reviewCount: number) {
  const last = known.list.at(-1)
  known.totalCount = reviewCount
  // What comes after the last one that is loaded is loaded with the next page.
  if (known.nextCursor !== null && last && newestFirst(review, last) > 0) return
  known.list = upsert(known.list, review, newestFirst)
}
