import { count, eq, sql } from 'drizzle-orm'
import { reviews } from '../../drizzle/schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'

const countByStars = prepared('stars_of_item', (db) =>
  db
    .select({ stars: reviews.stars, count: count() })
    .from(reviews)
    .where(eq(reviews.itemId, sql.placeholder('item')))
    .groupBy(reviews.stars),
)

/** How many reviews of an item have one star, two, and so on to five. */
export async function countStars(db: Db | Tx, item: string): Promise<number[]> {
  const rows = await countByStars(db, { item })
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0)
}
