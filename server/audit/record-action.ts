import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { audit, streams } from '../../drizzle/schema.ts'
import { searchTextOf } from '../../shared/audit/search.ts'
import type { AuditEntry } from '../../shared/audit/schema.ts'
import type { Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { presentEntries, shortenTexts } from './present-entry.ts'

type StaffAction = Pick<typeof audit.$inferSelect, 'actorId' | 'action' | 'subject' | 'subjectId'> & {
  before?: unknown
  after?: unknown
}

/**
 * Adds a row to the audit log, a hash chain (docs/security.md). Call it after all other writes of an operation: it locks
 * the log until the commit, so an earlier call could deadlock with another operation and makes every other one wait.
 */
export async function recordAction({ tx, publish, now }: MutationContext, action: StaffAction) {
  const entry = await appendToAudit(tx, now, action)
  publish('staff', { type: 'audit.added', data: { entry: shortenTexts(entry) } })
}

/** Adds a row without an event, for commands: the running app alone numbers events. */
export async function appendToAudit(tx: Tx, now: Date, action: StaffAction): Promise<AuditEntry> {
  // The counter's row stays locked until the commit, so numbers have no gaps and follow the order of commits.
  const [counter] = await tx
    .insert(streams)
    .values({ name: 'audit', seq: 1 })
    .onConflictDoUpdate({ target: streams.name, set: { seq: sql`${streams.seq} + 1` } })
    .returning({ seq: streams.seq })
  const seq = counter!.seq
  const [previous] = await tx
    .select({ hash: audit.hash })
    .from(audit)
    .where(eq(audit.seq, seq - 1))
  const row = { ...action, before: action.before ?? null, after: action.after ?? null, seq, at: now }
  const previousHash = previous?.hash ?? ''
  const hash = hashRow(row, previousHash)
  const [entry] = await presentEntries(tx, [{ ...row, hash }])
  await tx.insert(audit).values({ ...row, previousHash, hash, searchText: searchTextOf(entry!) })
  return entry!
}

/** The hash of a row covers the hash of the previous row and all of the row's own fields. */
export const hashRow = (row: Required<StaffAction> & { seq: number; at: Date }, previousHash: string) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        previousHash,
        row.seq,
        row.actorId,
        row.action,
        row.subject,
        row.subjectId,
        sortKeys(row.before),
        sortKeys(row.after),
        row.at.toISOString(),
      ]),
    )
    .digest('hex')

/** Sorts keys, because Postgres returns JSON with its keys in another order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, nested]) => [key, sortKeys(nested)])
}
