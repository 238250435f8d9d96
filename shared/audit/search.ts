import { actionLabel, actorName, changesText, subjectLabels, subjectName } from './labels.ts'
import type { AuditEntry } from './schema.ts'

/** What a search finds an entry by: the words that it shows. */
export const searchTextOf = (entry: AuditEntry): string =>
  fold(
    [
      `${entry.seq}`,
      actorName(entry),
      actionLabel(entry.action),
      subjectLabels[entry.subject],
      subjectName(entry),
      entry.subjectId,
      changesText(entry),
    ].join(' '),
  )

/** The words of a search; an entry has to contain them all. */
export const searchWords = (q: string): string[] =>
  fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')

/** Letters of all scripts in lower case, so that both databases compare alike. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase()
