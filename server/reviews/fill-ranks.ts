import { eq, inArray } from 'drizzle-orm'
import { reviews } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'
import { rankReviews } from './write-review.ts'

const batchSize = 500

/** Fills the ranks of reviews of an earlier version. */
export async function fillReviewRanks(db: Db) {
  for (;;) {
    const rows = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.rank, 0)).limit(batchSize)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await db.transaction((tx) => rankReviews({ tx }, inArray(reviews.id, ids)))
    if (ids.length < batchSize) return
  }
}
