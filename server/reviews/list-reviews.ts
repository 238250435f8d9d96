import { and, count, desc, eq, exists, lt, or } from 'drizzle-orm'
import { items, orderLines, orders, reviews, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import type { Review } from '../../shared/reviews.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'

type Asked = { item: string; limit?: number | undefined; cursor?: string | undefined }

/** A page of an item's reviews, newest first. @throws 404 'Item not found' */
export async function listReviews(db: Db, { item, limit = 20, cursor }: Asked) {
  const [known] = await db.select({ id: items.id }).from(items).where(eq(items.id, item))
  if (!known) throw notFound('Item not found')
  const completed = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, reviews.userId),
        eq(orders.orderStatus, 'completed'),
        eq(orderLines.itemId, reviews.itemId),
      ),
    )
  const rows = await db
    .select({
      id: reviews.id,
      stars: reviews.stars,
      description: reviews.description,
      createdAt: reviews.createdAt,
      user: { _id: users.id, firstName: users.firstName, lastName: users.lastName },
      verifiedPurchase: exists(completed).mapWith(Boolean),
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.itemId, item), cursor ? before(cursor) : undefined))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit + 1)
  const [total] = await db.select({ count: count() }).from(reviews).where(eq(reviews.itemId, item))
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  const data = page.map(({ id, createdAt, ...row }): Review => ({
    _id: id,
    item,
    createdAt: createdAt.getTime(),
    ...row,
  }))
  return {
    data,
    totalCount: total!.count,
    nextCursor: last && writeCursor({ value: last.createdAt.getTime(), id: last.id }),
  }
}

function before(text: string) {
  const { value, id } = readCursor(text, 'number')
  const at = new Date(value)
  return or(lt(reviews.createdAt, at), and(eq(reviews.createdAt, at), lt(reviews.id, id)))
}
