import { asc, eq } from 'drizzle-orm'
import { audit } from '../../drizzle/schema.ts'
import { searchTextOf } from '../../shared/audit/search.ts'
import type { Db } from '../db/transactions.ts'
import { presentEntries } from './present-entry.ts'

const batchSize = 500

/** Fills the column that searches read in entries from before it existed; the others stay as they are. */
export async function fillAuditSearchText(db: Db) {
  while ((await fillBatch(db)) === batchSize);
}

const fillBatch = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx.select().from(audit).where(eq(audit.searchText, '')).orderBy(asc(audit.seq)).limit(batchSize)
    for (const entry of await presentEntries(tx, rows)) {
      await tx
        .update(audit)
        .set({ searchText: searchTextOf(entry) })
        .where(eq(audit.seq, entry.seq))
    }
    return rows.length
  })
