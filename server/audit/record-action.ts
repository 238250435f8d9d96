import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { audit, streams, users } from '../../drizzle/schema.ts'
import type { AuditEntry } from '../../shared/staff.ts'
import { prepared } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'

type Row = typeof audit.$inferInsert
type Done = Pick<Row, 'actorId' | 'action' | 'subject' | 'subjectId'> & { before?: unknown; after?: unknown }

/** Notes what a member of staff did. Each row carries the hash of the one before, so that none can go unseen. */
export async function recordAction({ tx, tell }: Change, done: Done) {
  // The counter's row stays locked until the commit: rows are dense and in the order of the commits.
  const [counter] = await tx
    .insert(streams)
    .values({ name: 'audit', seq: 1 })
    .onConflictDoUpdate({ target: streams.name, set: { seq: sql`${streams.seq} + 1` } })
    .returning({ seq: streams.seq })
  const seq = counter!.seq
  const [last] = await tx
    .select({ hash: audit.hash })
    .from(audit)
    .where(eq(audit.seq, seq - 1))
  const row = { ...done, before: done.before ?? null, after: done.after ?? null, seq, at: new Date() }
  const previousHash = last?.hash ?? ''
  const hash = hashOf(row, previousHash)
  await tx.insert(audit).values({ ...row, previousHash, hash })
  const [actor] = await nameOf(tx, { id: row.actorId })
  tell('staff', { type: 'audit.added', data: { entry: presentEntry({ ...row, hash }, actor!) } })
}

const nameOf = prepared('audit_actor', (db) =>
  db
    .select({ _id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
)

export const presentEntry = (
  { seq, action, subject, subjectId, before, after, at, hash }: Omit<typeof audit.$inferSelect, 'previousHash'>,
  actor: AuditEntry['actor'],
): AuditEntry => ({ seq, actor, action, subject, subjectId, before, after, at: at.getTime(), hash })

/** What a row's hash covers: the row before, and everything that this one says. */
export const hashOf = (row: Required<Done> & { seq: number; at: Date }, previousHash: string) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        previousHash,
        row.seq,
        row.actorId,
        row.action,
        row.subject,
        row.subjectId,
        canonical(row.before),
        canonical(row.after),
        row.at.toISOString(),
      ]),
    )
    .digest('hex')

/** Postgres gives JSON back with its keys in another order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => [key, canonical(one)])
}
