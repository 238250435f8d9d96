import type * as z from 'zod/mini'
import { reviewRoutes as routes } from '../../shared/reviews/routes.ts'
import type { Review, ReviewInput } from '../../shared/reviews/schema.ts'
import type { ActionContext } from '../action-context.ts'
import { setRating } from '../catalogue/set-rating.ts'
import type { State } from '../state.ts'
import { createPagedList } from '../stream/paged-list.ts'
import { type Counts, removeReview, setReview } from './apply.ts'
import { type ReviewList, reviewsKey, setReviews } from './store.ts'

const streams = ['catalogue' as const]

const reviews = createPagedList({
  route: routes.reviews,
  streams,
  pageSize: 20,
  key: ({ item, sortBy }: ReviewList) => reviewsKey(item, sortBy),
  args: (list: ReviewList, page) => ({ ...list, ...page }),
  select: (state: State, { item }) => state.reviews.byItem[item],
  write: setReviews,
})
/** The reviews of an item in an order. */
export const { load: loadReviews, loadMore: loadMoreReviews } = reviews

/**
 * Creates a review, or changes the user's existing one.
 * @throws CallFailed
 */
export async function saveReview(
  context: ActionContext,
  input: z.output<typeof ReviewInput>,
  existing?: Review,
): Promise<Review> {
  const into = { snapshotKey: reviewsKey(input.item), streams, write: writeReview }
  const { data } = existing
    ? await context.send(routes.changeReview, { id: existing._id, ...input }, into)
    : await context.idempotently(`review ${JSON.stringify(input)}`, (key) =>
        context.send(routes.writeReview, input, { ...into, key }),
      )
  return data
}

/** @throws CallFailed */
export const deleteReview = (context: ActionContext, { _id, item }: Review) =>
  context.send(
    routes.deleteReview,
    { id: _id },
    {
      snapshotKey: reviewsKey(item),
      streams,
      write(draft, rating) {
        removeReview(draft, item, _id, rating)
        setRating(draft, item, rating)
      },
    },
  )

function writeReview(draft: State, answer: { data: Review; averageRating: number } & Counts) {
  setReview(draft, answer.data, answer)
  setRating(draft, answer.data.item, answer)
}
