import { sql } from 'drizzle-orm'
import { dialect, newId } from '../../drizzle/kit.ts'
import { epochs } from '../../drizzle/schema.ts'
import { errorCode } from '../db/errors.ts'
import type { Db } from '../db/transactions.ts'

/**
 * The epoch of the database: numbers of events mean something only within one. On Postgres it includes the timeline,
 * which changes when a standby is promoted: the standby may have missed events, whose numbers it gives out again.
 */
export async function readEpoch(db: Db): Promise<string> {
  const epoch = dialect === 'sqlite' ? await readStored(db) : await readWithTimeline(db)
  if (epoch !== undefined) return epoch
  await db.insert(epochs).values({ id: 1, epoch: newId() }).onConflictDoNothing()
  return readEpoch(db)
}

async function readStored(db: Db): Promise<string | undefined> {
  const [row] = await db.select({ epoch: epochs.epoch }).from(epochs)
  return row?.epoch
}

/** Codes of Postgres: the function is forbidden, unsupported or doesn't exist, as on some managed services. */
const unsupported = ['42501', '0A000', '42883']

/** The timeline is the first 8 characters of the name of the current log file. */
async function readWithTimeline(db: Db): Promise<string | undefined> {
  try {
    const epoch = sql<string>`${epochs.epoch} || '-' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`
    const [row] = await db.select({ epoch }).from(epochs)
    return row?.epoch
  } catch (error) {
    if (unsupported.includes(errorCode(error))) return readStored(db)
    throw error
  }
}
