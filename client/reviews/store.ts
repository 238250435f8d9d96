import type { Review, ReviewSort } from '../../shared/reviews/schema.ts'
import { noRows } from '../stream/lists.ts'

/** The loaded reviews of an item, in one order. */
export type ItemReviews = {
  sortBy: ReviewSort
  list: Review[]
  totalCount: number
  nextCursor: string | null
  /** How many have one star, two, and so on to five. */
  starCounts: number[]
}
export type ReviewsState = { byItem: Record<string, ItemReviews> }
/** Which reviews to load. */
export type ReviewList = { item: string; sortBy: ReviewSort }
type Draft = { reviews: ReviewsState }
type Page = { data: Review[]; totalCount: number; nextCursor: string | null; starCounts: number[] }

export const initialReviews = (): ReviewsState => ({ byItem: noRows() })

/** The order in which an item's page shows its reviews at first. */
export const defaultReviewSort: ReviewSort = 'verified'

/** The key of an item's reviews in the default order, or another. */
export const reviewsKey = (itemId: string, sortBy: ReviewSort = defaultReviewSort) =>
  sortBy === defaultReviewSort ? `reviews/${itemId}` : `reviews/${itemId}/${sortBy}`

/** Stores a page: the first one, without a cursor, replaces the list; a later one is appended. */
export function setReviews({ reviews }: Draft, { item, sortBy }: ReviewList, page: Page, cursor?: string) {
  const { data, ...counts } = page
  const loaded = reviews.byItem[item]
  if (cursor !== undefined && (loaded?.nextCursor !== cursor || loaded.sortBy !== sortBy)) return
  const existing = cursor === undefined ? [] : loaded!.list
  const added = data.filter(({ _id }) => !existing.some((review) => review._id === _id))
  reviews.byItem[item] = { sortBy, list: [...existing, ...added], ...counts }
}
