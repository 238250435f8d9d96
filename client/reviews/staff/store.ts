import type { StaffReview } from '../../../shared/reviews/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { listKey, removeFromList, setPage } from '../../stream/lists.ts'
import type { StaffReviewFilter, StaffReviewsState } from './state.ts'

type Draft = { staffReviews: StaffReviewsState }
type Page = { data: StaffReview[]; totalCount: number; nextCursor: string | null }

export const staffReviewsKey = (filter: StaffReviewFilter) => listKey('staff/reviews', filter)

export function setStaffReviews({ staffReviews }: Draft, filter: StaffReviewFilter, page: Page, cursor?: string) {
  for (const review of page.data) staffReviews.byId[review._id] = review
  setPage(staffReviews.lists, staffReviewsKey(filter), filter, page, cursor)
}

export function removeStaffReview({ staffReviews: { byId, lists } }: Draft, id: string) {
  for (const list of Object.values(lists)) removeFromList(list, id)
  delete byId[id]
}

export function applyStaffReviews(draft: Draft, event: StreamEvent) {
  const { staffReviews } = draft
  if (event.type === 'review.removed') removeStaffReview(draft, event.data._id)
  if (event.type !== 'review.changed') return
  const { review } = event.data
  const existing = staffReviews.byId[review._id]
  // Events, which everyone gets, have the initial of the last name only.
  if (existing) staffReviews.byId[review._id] = { ...existing, ...review, user: existing.user }
  else if (Object.keys(staffReviews.lists).length > 0) staffReviews.listsVersion += 1
}
