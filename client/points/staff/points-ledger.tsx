import { useState } from 'react'
import type { PointsEntry } from '../../../shared/points/schema.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'

const initialCount = 8

/** A customer's points ledger, newest first. */
export function PointsLedger({ entries }: { entries: PointsEntry[] }) {
  const [isExpanded, setExpanded] = useState(false)
  const visible = isExpanded ? entries : entries.slice(0, initialCount)
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="mb-2 text-lg">
        Points ledger
      </h2>
      {entries.length === 0 ? (
        <p className="surface p-4 text-sm text-muted">No points yet</p>
      ) : (
        <ul className="surface divide-y divide-line text-sm">
          {visible.map((entry) => (
            <li key={entry._id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2">
              <span>{entry.note || sourceLabels[entry.source]}</span>
              <span className={entry.points < 0 ? 'tabular font-semibold text-bad' : 'tabular font-semibold'}>
                {entry.points > 0 ? '+' : '−'}
                {Math.abs(entry.points).toLocaleString('en')}
              </span>
              <span className="text-xs text-muted">
                {/* An order's note names it. */}
                {entry.note && entry.source !== 'order' && `${sourceLabels[entry.source]}, `}
                {formatDate(entry.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {entries.length > visible.length && (
        <Button size="small" className="mt-2" onClick={() => setExpanded(true)}>
          Show all {entries.length}
        </Button>
      )}
    </section>
  )
}

const sourceLabels: Record<PointsEntry['source'], string> = {
  order: 'Order',
  referral: 'Referral',
  adjustment: 'Adjustment by staff',
}
