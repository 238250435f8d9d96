import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { sessions } from '../../drizzle/schema.ts'
import type { Session } from '../../shared/accounts/session-schema.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { presentSession } from './present.ts'

/** A user's open sessions, newest first, at most 100. */
export async function readSessions(db: Db | Tx, userId: string, now = new Date()): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(100)
  return rows.map(presentSession)
}
