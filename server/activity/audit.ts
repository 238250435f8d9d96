import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { audit, streams } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'

type Row = typeof audit.$inferInsert
type Done = Pick<Row, 'actorId' | 'action' | 'subject' | 'subjectId'> & { before?: unknown; after?: unknown }

/** Notes what a member of staff did. Each row carries the hash of the one before, so that none can go unseen. */
export async function recordAction({ tx }: Change, done: Done) {
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
  await tx.insert(audit).values({ ...row, previousHash, hash: hashOf(row, previousHash) })
}

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
