import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { firstIdAt } from '../../drizzle/kit.ts'
import { outbox } from '../../drizzle/schema.ts'
import { type Db, forUpdate, type Tx } from '../db/transactions.ts'
import type { OutboxRow } from './queue-emails.ts'

const dayMs = 24 * 3_600_000
/** How many rows are deleted at a time. */
const pruneBatchSize = 500
/** How long what was sent or dropped stays, and what could not be sent. */
const keepMs = { settled: 7 * dayMs, failed: 30 * dayMs }

// Written as a constant: the partial index is used only for a condition that is known when the query is planned.
const isWaiting = sql`${outbox.state} = 'waiting'`
const isDue = (now: Date) =>
  and(isWaiting, lte(outbox.nextAt, now), or(isNull(outbox.lockedUntil), lte(outbox.lockedUntil, now)))

/**
 * Takes due rows in hand, the most urgent and oldest first, so that no other process sends them until `lockedUntil`.
 * Each counts as an attempt, so a row that crashes the process is not tried forever.
 */
export async function leaseDueRows(db: Db, limit: number, now: Date, lockedUntil: Date): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(isDue(now))
    .orderBy(asc(outbox.priority), asc(outbox.nextAt))
    .limit(limit)
  // Reads first: without anything to do, nothing is written.
  if ((await due).length === 0) return []
  return db.transaction(async (tx) => {
    const rows = await forUpdate(
      tx.select().from(outbox).where(isDue(now)).orderBy(asc(outbox.priority), asc(outbox.nextAt)).limit(limit),
    )
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    await tx
      .update(outbox)
      .set({ lockedUntil, attempts: sql`${outbox.attempts} + 1` })
      .where(inArray(outbox.id, ids))
    return rows.map((row) => ({ ...row, lockedUntil, attempts: row.attempts + 1 }))
  })
}

/** Keeps a row in hand for longer. */
export async function renewLease(db: Db, id: string, lockedUntil: Date) {
  await db
    .update(outbox)
    .set({ lockedUntil })
    .where(and(eq(outbox.id, id), isWaiting))
}

export type Outcome =
  | { state: 'sent'; sentAt: Date }
  | { state: 'failed' | 'dropped'; lastError: string }
  | { state: 'waiting'; nextAt: Date; lastError: string }

/** Records what became of a row that was in hand. */
export async function settleRow(db: Db | Tx, id: string, outcome: Outcome) {
  await db
    .update(outbox)
    .set({ ...outcome, lockedUntil: null })
    .where(and(eq(outbox.id, id), isWaiting))
}

/** Deletes the rows that have been dealt with, in batches: after 7 days, after 30 days those that failed. */
export async function pruneOutbox(db: Db, now = new Date()) {
  const olderThan = (ageMs: number) => sql`${outbox.id} < ${firstIdAt(now.getTime() - ageMs)}`
  for (;;) {
    const expired = await db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        or(
          and(olderThan(keepMs.settled), inArray(outbox.state, ['sent', 'dropped'])),
          and(olderThan(keepMs.failed), eq(outbox.state, 'failed')),
        ),
      )
      .limit(pruneBatchSize)
    if (expired.length === 0) return
    const ids = expired.map(({ id }) => id)
    await db.delete(outbox).where(inArray(outbox.id, ids))
    if (expired.length < pruneBatchSize) return
    await new Promise(setImmediate)
  }
}
