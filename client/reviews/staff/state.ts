import type { StaffReview, StaffReviewSort } from '../../../shared/reviews/staff-schema.ts'
import type { SortChoice } from '../../staff/list-sort.ts'
import { type List, noRows } from '../../stream/lists.ts'

export type StaffReviewFilter = SortChoice<StaffReviewSort> & {
  q?: string | undefined
  stars?: '1' | '2' | '3' | '4' | '5' | undefined
}

export type StaffReviewsState = {
  byId: Record<string, StaffReview>
  lists: Record<string, List<StaffReviewFilter>>
  /** Incremented for a review that was not loaded: only the server knows its item's name, so lists load again. */
  listsVersion: number
}

export const initialStaffReviews = (): StaffReviewsState => ({ byId: noRows(), lists: {}, listsVersion: 0 })
