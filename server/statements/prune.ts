import { and, asc, eq, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import { statementFiles, statementLines } from '../../drizzle/schema.ts'
import { giveWay } from '../db/give-way.ts'
import type { Db } from '../db/transactions.ts'

const batchSize = 100

/** Deletes what the lines of old statements say; that they were there stays, so that they aren't applied again. */
export async function pruneStatements(db: Db, before: Date, now = new Date()) {
  const old = await db
    .select({ id: statementFiles.id })
    .from(statementFiles)
    .where(
      and(lt(statementFiles.createdAt, before), isNull(statementFiles.prunedAt), isNotNull(statementFiles.storedAt)),
    )
    .orderBy(asc(statementFiles.createdAt))
  for (const { id } of old) {
    const hasText = or(ne(statementLines.text, ''), ne(statementLines.payer, ''), ne(statementLines.bankRef, ''))
    for (;;) {
      const rows = await db
        .select({ id: statementLines.id })
        .from(statementLines)
        .where(and(eq(statementLines.fileId, id), hasText))
        .limit(batchSize)
      for (const line of rows) {
        const why = { text: '', marks: [] }
        await db
          .update(statementLines)
          .set({ text: '', payer: '', bankRef: '', why })
          .where(eq(statementLines.id, line.id))
      }
      if (rows.length < batchSize) break
      await giveWay()
    }
    await db.update(statementFiles).set({ prunedAt: now }).where(eq(statementFiles.id, id))
  }
}
