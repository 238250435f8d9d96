import { sql } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'
import { prepared } from './prepared.ts'
import { send, type Tx } from './transactions.ts'

const takeLock = prepared('lock_name', (db) =>
  db
    .select({ lock: sql`pg_advisory_xact_lock(hashtextextended(${sql.placeholder('name')}, 0))` })
    .from(sql`(values (1)) as one`),
)

/** Serializes transactions that lock the same name, until the commit. SQLite has a single writer anyway. */
export async function lockName(tx: Tx, name: string) {
  if (dialect !== 'sqlite') await send(tx, takeLock(tx, { name }))
}
