import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { items, reviews, users } from '../../drizzle/schema.ts'
import type { StaffReview } from '../../shared/staff.ts'
import { contains, containsInAnyCase } from '../db/contains.ts'
import { writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { before } from './list-reviews.ts'
import { presentReview, selectReviewsForStaff } from './present.ts'

type Asked = {
  q?: string | undefined
  stars?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** A page of everybody's reviews, newest first. */
export async function listReviewsForStaff(db: Db, { q, stars, limit = 50, cursor }: Asked) {
  const wanted = and(stars ? eq(reviews.stars, Number(stars)) : undefined, q ? matching(db, q.trim()) : undefined)
  const rows = await selectReviewsForStaff(db)
    .where(and(wanted, cursor ? before(cursor) : undefined))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return {
    data: page.map((row): StaffReview => ({ ...presentReview(row), itemName: row.itemName })),
    totalCount: await db.$count(reviews, wanted),
    nextCursor: last && writeCursor({ value: last.createdAt.getTime(), id: last.id }),
  }
}

/** By what was written, what it is about, or who wrote it. */
function matching(db: Db, q: string): SQL | undefined {
  const things = db.select({ id: items.id }).from(items).where(contains(items.sortName, q))
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(or(contains(users.email, q), containsInAnyCase(users.firstName, q), containsInAnyCase(users.lastName, q)))
  return or(containsInAnyCase(reviews.description, q), inArray(reviews.itemId, things), inArray(reviews.userId, people))
}
