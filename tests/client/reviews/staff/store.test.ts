import { expect, it } from 'vitest'
import { setStaffReviews, staffReviewsKey } from '../../../../client/reviews/staff/store.ts'
import type { StaffReview } from '../../../../shared/reviews/staff-schema.ts'
import { afterEvents, onlyPage, stateWith } from '../../apply-events.ts'
import { buildEvent, buildReview } from '../../build.ts'

const review: StaffReview = { ...buildReview(), itemName: 'Cloud storage' }
const loaded = stateWith((draft) => setStaffReviews(draft, {}, onlyPage([review])))
const rating = { averageRating: 4, reviewCount: 1 }

it('keeps the item name when a review changes', () => {
  const event = buildEvent('catalogue', 1, 'review.changed', { review: buildReview({ stars: 1 }), ...rating })
  expect(afterEvents(loaded, event).staffReviews.byId.r1).toMatchObject({ stars: 1, itemName: 'Cloud storage' })
})

it('removes a deleted review from the lists', () => {
  const event = buildEvent('catalogue', 1, 'review.removed', { _id: 'r1', item: 'i1', ...rating })
  expect(afterEvents(loaded, event).staffReviews.lists[staffReviewsKey({})]!.ids).toEqual([])
})

it('has the lists load again for a new review, if there are any', () => {
  const event = buildEvent('catalogue', 1, 'review.changed', { review: buildReview({ _id: 'r2' }), ...rating })
  expect(afterEvents(loaded, event).staffReviews.listsVersion).toBe(1)
  const empty = stateWith(() => undefined)
  expect(afterEvents(empty, event).staffReviews.listsVersion).toBe(0)
})
