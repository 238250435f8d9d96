import { asc, eq, gt } from 'drizzle-orm'
import { audit, streams } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'
import { hashOf } from './audit.ts'

export type Checked = { rows: number; broken: { seq: number; why: string } | null }

const atATime = 1000

/** Goes along the chain from its beginning, and stops at the first row that does not fit. */
export async function checkAudit(db: Db): Promise<Checked> {
  let previousHash = ''
  let seq = 0
  for (;;) {
    const rows = await db.select().from(audit).where(gt(audit.seq, seq)).orderBy(asc(audit.seq)).limit(atATime)
    for (const row of rows) {
      if (row.seq !== seq + 1) return { rows: seq, broken: { seq: seq + 1, why: 'is missing' } }
      if (row.previousHash !== previousHash) {
        return { rows: seq, broken: { seq: row.seq, why: 'does not carry the hash of the row before' } }
      }
      if (row.hash !== hashOf(row, previousHash)) {
        return { rows: seq, broken: { seq: row.seq, why: 'is not as it was written' } }
      }
      seq = row.seq
      previousHash = row.hash
    }
    if (rows.length < atATime) break
  }
  // Rows cut off at the end leave a chain that holds; the counter knows how many there were.
  const [counter] = await db.select({ seq: streams.seq }).from(streams).where(eq(streams.name, 'audit'))
  const written = counter?.seq ?? 0
  return { rows: seq, broken: written === seq ? null : { seq: seq + 1, why: 'is missing' } }
}
