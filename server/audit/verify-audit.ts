import { asc, eq, gt } from 'drizzle-orm'
import { audit, streams } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'
import { hashRow } from './record-action.ts'

/** `rows`: how many rows are intact; `broken`: the first that isn't, and why. */
export type AuditCheck = { rows: number; broken: { seq: number; why: string } | null }

const batchSize = 1000

/** Verifies the hash chain of the audit log from its first row, and stops at the first broken one (docs/security.md). */
export async function verifyAudit(db: Db): Promise<AuditCheck> {
  let previousHash = ''
  let seq = 0
  for (;;) {
    const rows = await db.select().from(audit).where(gt(audit.seq, seq)).orderBy(asc(audit.seq)).limit(batchSize)
    for (const row of rows) {
      if (row.seq !== seq + 1) return { rows: seq, broken: { seq: seq + 1, why: 'is missing' } }
      if (row.previousHash !== previousHash) {
        return { rows: seq, broken: { seq: row.seq, why: 'does not carry the hash of the previous row' } }
      }
      if (row.hash !== hashRow(row, previousHash)) {
        return { rows: seq, broken: { seq: row.seq, why: 'was changed' } }
      }
      seq = row.seq
      previousHash = row.hash
    }
    if (rows.length < batchSize) break
  }
  // Deleting the last rows leaves an intact chain, but the counter still includes them.
  const [counter] = await db.select({ seq: streams.seq }).from(streams).where(eq(streams.name, 'audit'))
  const expected = counter?.seq ?? 0
  return { rows: seq, broken: expected === seq ? null : { seq: seq + 1, why: 'is missing' } }
}
