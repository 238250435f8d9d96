import { and, count, eq } from 'drizzle-orm'
import { items, reviews } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { presentReview, selectReviews } from './present.ts'

type Query = PageQuery & { item: string }

const sort = newestFirst(reviews)

/** A page of an item's reviews, newest first. @throws 404 'Item not found' */
export async function listReviews(db: Db, { item, limit = 20, cursor }: Query) {
  const [found] = await db.select({ id: items.id }).from(items).where(eq(items.id, item))
  if (!found) throw notFound('Item not found')
  const rows = await selectReviews(db)
    .where(and(eq(reviews.itemId, item), afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const [total] = await db.select({ count: count() }).from(reviews).where(eq(reviews.itemId, item))
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return {
    data: page.map(presentReview),
    totalCount: total!.count,
    nextCursor,
  }
}
