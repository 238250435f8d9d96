import { count, desc, eq } from 'drizzle-orm'
import { pointsEntries, users } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'
import { presentEntry } from './earn.ts'

/** A page of a user's ledger, newest first, with their total. */
export async function listPoints(
  db: Db,
  userId: string,
  { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined },
) {
  const rows = await db
    .select()
    .from(pointsEntries)
    .where(eq(pointsEntries.userId, userId))
    .orderBy(desc(pointsEntries.createdAt), desc(pointsEntries.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [total] = await db.select({ count: count() }).from(pointsEntries).where(eq(pointsEntries.userId, userId))
  const [user] = await db.select({ points: users.points }).from(users).where(eq(users.id, userId))
  return { totalPoints: user!.points, entries: rows.map(presentEntry), page, limit, totalCount: total!.count }
}
