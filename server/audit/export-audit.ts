import { actionLabel, actorName, changesText, subjectName } from '../../shared/audit/labels.ts'
import type { AuditEntry } from '../../shared/audit/schema.ts'
import type { Db } from '../db/transactions.ts'
import { csvLine } from '../csv.ts'
import { type AuditFilter, readRows } from './list-audit.ts'
import { presentEntries } from './present-entry.ts'

/** The largest number of entries in one file. */
const maxEntries = 10_000
/** Entries are read in batches, so that other requests are served in between. */
const batchSize = 500

const header = ['No.', 'Time', 'Staff member', 'Action', 'Subject', 'Changes', 'Subject id', 'Action code', 'Hash']

/** Exports the newest entries of a filter as a CSV file, newest first. */
export async function exportAudit(db: Db, filter: AuditFilter, now = new Date()) {
  // Without the byte order mark, spreadsheets read the file as Latin-1.
  const lines = [`\uFEFF${csvLine(header)}`]
  let before: number | undefined
  do {
    const limit = Math.min(batchSize, maxEntries - lines.length + 1)
    const { rows, next } = await readRows(db, filter, before, limit)
    for (const entry of await presentEntries(db, rows)) lines.push(csvLine(cellsOf(entry)))
    before = next ?? undefined
  } while (before !== undefined && lines.length <= maxEntries)
  return { name: `kade-audit-${now.toISOString().slice(0, 10)}.csv`, text: lines.join('') }
}

const cellsOf = (entry: AuditEntry) => [
  `${entry.seq}`,
  new Date(entry.at).toISOString(),
  actorName(entry),
  actionLabel(entry.action),
  subjectName(entry),
  changesText(entry),
  entry.subjectId,
  entry.action,
  entry.hash,
]
