import { useState } from 'react'
import type { PointsEntry } from '../../shared/points.ts'
import { dayOf } from '../orders/when.ts'
import { Button } from '../ui/button.tsx'

/** As many are shown before the others are asked for. */
const first = 8

/** What was earned, taken back and corrected, newest first. */
export function PointsLedger({ entries }: { entries: PointsEntry[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? entries : entries.slice(0, first)
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="mb-2 text-lg">
        Points ledger
      </h2>
      {entries.length === 0 ? (
        <p className="surface p-4 text-sm text-muted">No points yet</p>
      ) : (
        <ul className="surface divide-y divide-line text-sm">
          {shown.map((entry) => (
            <li key={entry._id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2">
              <span className="break-words">{entry.note || words[entry.source]}</span>
              <span className={entry.points < 0 ? 'tabular font-semibold text-bad' : 'tabular font-semibold'}>
                {entry.points > 0 ? '+' : '−'}
                {Math.abs(entry.points).toLocaleString('en')}
              </span>
              <span className="text-xs text-muted">
                {words[entry.source]}, {dayOf(entry.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {entries.length > shown.length && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </section>
  )
}

const words: Record<PointsEntry['source'], string> = {
  order: 'Order',
  referral: 'Referral',
  adjustment: 'Correction by staff',
}
