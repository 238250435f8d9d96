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

const countProblems = (count: number) => `${count} ${count === 1 ? 'line has a problem' : 'lines have problems'}`

/** '2 new', '1 changed'. */
function countsOf(results: CsvLineResult[]): string[] {
  const words = { new: 'new', changed: 'changed', same: 'unchanged' } as const
  return (['new', 'changed', 'same'] as const).flatMap((kind) => {
    const count = results.filter(({ result }) => result === kind).length
    return count > 0 ? `${count} ${words[kind]}` : []
  })
}

/** What a check has found, in one sentence. */
export function describeResults(results: CsvLineResult[]): string {
  const invalid = results.filter(({ result }) => result === 'invalid').length
  return `${[...(invalid > 0 ? [countProblems(invalid)] : []), ...countsOf(results)].join(', ')}.`
}

/** What importing the lines would do: those with problems first, and those that change nothing only as a count. */
export function ImportResults({ results, changeCount }: { results: CsvLineResult[]; changeCount: number }) {
  const of = (kind: CsvLineResult['result']) => results.filter(({ result }) => result === kind)
  const [invalid, added, changed] = [of('invalid'), of('new'), of('changed')]
  const listed = [...invalid, ...added, ...changed]
  const counts = countsOf(results)
  return (
    <section aria-label="Check" className="grid gap-3">
      {invalid.length > 0 && (
        <Note tone="bad" title={countProblems(invalid.length)}>
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
