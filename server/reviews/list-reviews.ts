import { and, count, desc, eq, lt, or } from 'drizzle-orm'
import { items, reviews } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { presentReview, selectReviews } from './present.ts'

type Asked = { item: string; limit?: number | undefined; cursor?: string | undefined }

/** A page of an item's reviews, newest first. @throws 404 'Item not found' */
export async function listReviews(db: Db, { item, limit = 20, cursor }: Asked) {
  const [known] = await db.select({ id: items.id }).from(items).where(eq(items.id, item))
  if (!known) throw notFound('Item not found')
  const rows = await selectReviews(db)
    .where(and(eq(reviews.itemId, item), cursor ? before(cursor) : undefined))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit + 1)
  const [total] = await db.select({ count: count() }).from(reviews).where(eq(reviews.itemId, item))
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return {
    data: page.map(presentReview),
    totalCount: total!.count,
    nextCursor: last && writeCursor({ value: last.createdAt.getTime(), id: last.id }),
  }
}

export function before(text: string) {
  const { value, id } = readCursor(text, 'time')
  const at = new Date(value)
  return or(lt(reviews.createdAt, at), and(eq(reviews.createdAt, at), lt(reviews.id, id)))
}
