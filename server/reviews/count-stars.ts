import { count, eq } from 'drizzle-orm'
import { reviews } from '../../drizzle/schema.ts'
import type { Db, Tx } from '../db/transactions.ts'

/** How many reviews of an item have one star, two, and so on to five. */
export async function countStars(db: Db | Tx, itemId: string): Promise<number[]> {
  const rows = await db
    .select({ stars: reviews.stars, count: count() })
    .from(reviews)
    .where(eq(reviews.itemId, itemId))
    .groupBy(reviews.stars)
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0)
}
