import type { Review } from '../../shared/reviews/schema.ts'
import { noRows } from '../stream/lists.ts'

/** The loaded reviews of an item, newest first. */
export type ItemReviews = { list: Review[]; totalCount: number; nextCursor: string | null }
export type ReviewsState = { byItem: Record<string, ItemReviews> }
type Draft = { reviews: ReviewsState }
type Page = { data: Review[]; totalCount: number; nextCursor: string | null }

export const initialReviews = (): ReviewsState => ({ byItem: noRows() })

export const reviewsKey = (itemId: string) => `reviews/${itemId}`

/** Stores a page: the first one, without a cursor, replaces the list; a later one is appended. */
export function setReviews({ reviews }: Draft, itemId: string, page: Page, cursor?: string) {
  const { data, totalCount, nextCursor } = page
  const loaded = reviews.byItem[itemId]
  if (cursor !== undefined && loaded?.nextCursor !== cursor) return
  const existing = cursor === undefined ? [] : loaded!.list
  const added = data.filter(({ _id }) => !existing.some((review) => review._id === _id))
  reviews.byItem[itemId] = { list: [...existing, ...added], totalCount, nextCursor }
}
