import { and, desc, eq, lt, or } from 'drizzle-orm'
import { activity } from '../../drizzle/schema.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'

/** A page of what a person did, newest first. */
export async function listActivity(
  db: Db,
  userId: string,
  { limit = 20, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) {
  const rows = await db
    .select()
    .from(activity)
    .where(and(eq(activity.userId, userId), cursor ? before(cursor) : undefined))
    .orderBy(desc(activity.createdAt), desc(activity.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return {
    data: page.map(({ id, type, description, createdAt }) => ({
      _id: id,
      type,
      description,
      createdAt: createdAt.getTime(),
    })),
    nextCursor: last && writeCursor({ value: last.createdAt.getTime(), id: last.id }),
  }
}

function before(text: string) {
  const { value, id } = readCursor(text, 'time')
  const at = new Date(value)
  return or(lt(activity.createdAt, at), and(eq(activity.createdAt, at), lt(activity.id, id)))
}
