import type { CsvLineResult } from '../../../shared/catalogue/csv-schema.ts'
import { maxBulkItems } from '../../../shared/catalogue/prices-schema.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/icon.ts'
import { Note } from '../../ui/note.tsx'

/** More lines than anybody reads; the counts say how many there are. */
const maxShown = 200

const labels: Record<CsvLineResult['result'], { text: string; tone: Tone }> = {
  invalid: { text: 'Problem', tone: 'bad' },
  new: { text: 'New', tone: 'good' },
  changed: { text: 'Changed', tone: 'waiting' },
  same: { text: 'Same', tone: 'slate' },
}

/** What importing the lines would do: those with problems first, and those that change nothing only as a count. */
export function ImportResults({ results, changeCount }: { results: CsvLineResult[]; changeCount: number }) {
  const of = (kind: CsvLineResult['result']) => results.filter(({ result }) => result === kind)
  const [invalid, added, changed, same] = [of('invalid'), of('new'), of('changed'), of('same')]
  const listed = [...invalid, ...added, ...changed]
  const counts = [
    added.length > 0 && `${added.length} new`,
    changed.length > 0 && `${changed.length} changed`,
    same.length > 0 && `${same.length} unchanged`,
  ].filter(Boolean)
  return (
    <section aria-label="Check" className="grid gap-3">
      {invalid.length > 0 && (
        <Note
          tone="bad"
          title={`${invalid.length} ${invalid.length === 1 ? 'line has a problem' : 'lines have problems'}`}
        >
          Correct the file and choose it again. Nothing is imported until every line is right.
        </Note>
      )}
      {changeCount > maxBulkItems && (
        <Note tone="bad" title={`At most ${maxBulkItems} items can be imported at once`}>
          {`This file would create or change ${changeCount.toLocaleString('en')}. Split it.`}
        </Note>
      )}
      {counts.length > 0 && <p>{`${counts.join(', ')}.`}</p>}
      {listed.length > 0 && (
        <ul className="divide-y" aria-label="Lines">
          {listed.slice(0, maxShown).map(({ line, name, result, problems, changes }) => (
            <li key={line} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 py-2.5">
              <span className="tabular text-sm text-muted">{line}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-medium">{name || 'No name'}</span>
                {problems.map((problem) => (
                  <span key={problem} className="block text-sm text-bad">
                    {problem}
                  </span>
                ))}
                {result === 'changed' &&
                  changes.map(({ column, before, after }) => (
                    <span key={column} className="block text-sm text-muted">
                      {column}: {before || 'empty'} → <span className="text-ink">{after || 'empty'}</span>
                    </span>
                  ))}
              </span>
              <Badge tone={labels[result].tone}>{labels[result].text}</Badge>
            </li>
          ))}
        </ul>
      )}
      {listed.length > maxShown && (
        <p className="text-sm text-muted">{`And ${(listed.length - maxShown).toLocaleString('en')} more.`}</p>
      )}
    </section>
  )
}
