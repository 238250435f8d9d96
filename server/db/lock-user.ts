import { eq, sql } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'
import { users } from '../../drizzle/schema.ts'
import { prepared } from './prepared.ts'
import { forUpdate, send, type Tx } from './transactions.ts'

const lockRow = prepared('lock_user', (db) =>
  forUpdate(
    db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, sql.placeholder('userId'))),
    'no key update',
  ),
)

/**
 * Serializes, until the commit, what changes a user's cart, notifications, points or referrals, by locking their row: what
 * is counted after it includes everything that was published before (docs/streams.md). Rows that refer to the user can
 * still be inserted. SQLite has a single writer and needs no lock.
 */
export async function lockUser(tx: Tx, userId: string) {
  if (dialect !== 'sqlite') await send(tx, lockRow(tx, { userId }))
}
