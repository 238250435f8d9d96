import { reviewRoutes } from '../../shared/reviews.ts'
import type { Client } from '../client.ts'
import { addReviews, reviewsKey, setReviews } from './store.ts'

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
