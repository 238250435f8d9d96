import type * as z from 'zod/mini'
import { type NewReview, type Review, reviewRoutes } from '../../shared/reviews.ts'
import { rateItem } from '../catalogue/store.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { addReviews, dropReview, putReview, reviewsKey, setReviews } from './store.ts'

const streams = ['catalogue' as const]

/** The newest reviews of an item. @throws CallFailed */
export const loadReviews = (client: Client, item: string, signal?: AbortSignal) =>
  client.load(
    reviewRoutes.reviews,
    { item },
    { slice: reviewsKey(item), streams, signal, write: (draft, page) => setReviews(draft, item, page) },
  )

export async function loadMoreReviews(client: Client, item: string, signal?: AbortSignal) {
  const cursor = client.store.getState().reviews.byItem[item]?.nextCursor
  if (!cursor) return
  await client.load(
    reviewRoutes.reviews,
    { item, cursor },
    { slice: reviewsKey(item), streams, signal, write: (draft, page) => addReviews(draft, item, cursor, page) },
  )
}

type Written = z.output<typeof NewReview>

/** A new review, or another text for one's own. @throws CallFailed */
export async function saveReview(client: Client, written: Written, own?: Review): Promise<Review> {
  const into = { slice: reviewsKey(written.item), streams, write: writeReview }
  const { data } = own
    ? await client.send(reviewRoutes.changeReview, { id: own._id, ...written }, into)
    : await client.attempt(`review ${JSON.stringify(written)}`, (key) =>
        client.send(reviewRoutes.writeReview, written, { ...into, key }),
      )
  return data
}

/** @throws CallFailed */
export const deleteReview = (client: Client, { _id, item }: Review) =>
  client.send(
    reviewRoutes.deleteReview,
    { id: _id },
    {
      slice: reviewsKey(item),
      streams,
      write: (draft, average) => {
        dropReview(draft, item, _id, average.reviewCount)
        rateItem(draft, item, average)
      },
    },
  )

function writeReview(draft: State, answer: { data: Review; averageRating: number; reviewCount: number }) {
  putReview(draft, answer.data, answer.reviewCount)
  rateItem(draft, answer.data.item, answer)
}
