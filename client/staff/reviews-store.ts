import type { StaffReview } from '../../shared/staff.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { listKey, listOf, takeFromList } from '../stream/lists.ts'
import type { StaffState } from './state.ts'

export type ReviewFilter = { q?: string | undefined; stars?: '1' | '2' | '3' | '4' | '5' | undefined }
type Draft = { staff: Pick<StaffState, 'reviews'> }
type Page = { data: StaffReview[]; totalCount: number; nextCursor: string | null }

export const staffReviewsKey = (filter: ReviewFilter) => listKey('staff/reviews', filter)

export function setStaffReviews(draft: Draft, filter: ReviewFilter, page: Page) {
  keepStaffReviews(draft, page)
  draft.staff.reviews.lists[staffReviewsKey(filter)] = listOf(page)
}

export function keepStaffReviews({ staff }: Draft, { data }: Pick<Page, 'data'>) {
  for (const review of data) staff.reviews.byId[review._id] = review
}

export function dropReview({ staff: { reviews } }: Draft, id: string) {
  for (const list of Object.values(reviews.lists)) takeFromList(list, id)
  delete reviews.byId[id]
}

export function applyStaffReviews(draft: Draft, event: StreamEvent) {
  const { reviews } = draft.staff
  if (event.type === 'review.removed') dropReview(draft, event.data._id)
  if (event.type !== 'review.changed') return
  const { review } = event.data
  const known = reviews.byId[review._id]
  if (known) reviews.byId[review._id] = { ...known, ...review }
  else if (Object.keys(reviews.lists).length > 0) reviews.news += 1
}
