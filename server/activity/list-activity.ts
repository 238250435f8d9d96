import { and, eq } from 'drizzle-orm'
import { activity } from '../../drizzle/schema.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'

const sort = newestFirst(activity)

/** A page of a user's recent activity, newest first. */
export async function listActivity(db: Db, userId: string, { limit = 20, cursor }: PageQuery) {
  const rows = await db
    .select()
    .from(activity)
    .where(and(eq(activity.userId, userId), afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return {
    data: page.map(({ id, type, description, createdAt }) => ({
      _id: id,
      type,
      description,
      createdAt: createdAt.getTime(),
    })),
    nextCursor,
  }
}
