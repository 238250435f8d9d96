import { expect, it } from 'vitest'
import { setReviews } from '../../../client/reviews/store.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { at, buildEvent, buildReview } from '../build.ts'

it('adds, changes and removes reviews in their place', () => {
  const [newer, older] = [buildReview({ createdAt: at + 1 }), buildReview({ _id: 'r0', createdAt: at })]
  const page = { data: [newer, older], totalCount: 9, nextCursor: 'more', starCounts: [0, 0, 0, 4, 5] }
  const loaded = stateWith((draft) => setReviews(draft, { item: 'i1', sortBy: 'newest' }, page))
  const newest = buildReview({ _id: 'r2', createdAt: at + 2 })
  const afterLoadedPart = buildReview({ _id: 'r9', createdAt: at - 1 })
  const rating = { averageRating: 4, reviewCount: 10 }
  const changed = afterEvents(
    loaded,
    buildEvent('catalogue', 1, 'review.changed', { review: newest, ...rating }),
    buildEvent('catalogue', 2, 'review.changed', { review: { ...newer, stars: 1 }, ...rating }),
    buildEvent('catalogue', 3, 'review.changed', { review: afterLoadedPart, ...rating }),
    buildEvent('catalogue', 4, 'review.removed', {
      _id: 'r0',
      item: 'i1',
      averageRating: 3,
      reviewCount: 9,
      starCounts: [1, 0, 0, 3, 5],
    }),
  )
  expect(changed.reviews.byItem.i1).toEqual({
    sortBy: 'newest',
    starCounts: [1, 0, 0, 3, 5],
    list: [newest, { ...newer, stars: 1 }],
    totalCount: 9,
    nextCursor: 'more',
  })
})
