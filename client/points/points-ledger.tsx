import './points-ledger.css'
import { Coins, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { PointsEntry } from '../../shared/points.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useMoney } from '../orders/use-money.ts'
import { dayOf } from '../orders/when.ts'
import { useClient, useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { loadOlderPoints, loadPoints } from './actions.ts'
import { pointsKey } from './store.ts'

const failure = 'Failed to load points ledger'
const sources: Record<PointsEntry['source'], string> = {
  order: 'Order',
  referral: 'Referral',
  adjustment: 'Adjustment',
}

/** Where one's points come from, newest first. */
export function PointsLedger() {
  const client = useClient()
  const entries = useStore((state) => state.points.entries)
  const loading = useLoad(pointsKey, (signal) => loadPoints(client, signal))
  useFailureToast(loading, failure)
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="mb-3 text-lg">
        Points ledger
      </h2>
      {entries ? (
        <Entries entries={entries} />
      ) : loading.status === 'failed' ? (
        <ErrorState className="surface" title={failure} text={loading.message} onRetry={loading.retry} />
      ) : (
        <Loading label="Loading points…">
          <Skeleton className="h-80 w-full rounded-lg" />
        </Loading>
      )}
    </section>
  )
}

function Entries({ entries }: { entries: PointsEntry[] }) {
  const client = useClient()
  const toast = useToast()
  const money = useMoney()
  const total = useStore((state) => state.points.totalCount)
  const [busy, setBusy] = useState(false)

  async function more() {
    setBusy(true)
    try {
      await loadOlderPoints(client)
    } catch (error) {
      toast(tellFailure(error, failure), { type: 'error' })
    }
    setBusy(false)
  }

  if (entries.length === 0) {
    return (
      <EmptyState
        className="surface"
        level={3}
        icon={Coins}
        title="No points yet"
        text="You earn 1 point for each whole dollar of an order, as soon as its payment is verified."
      />
    )
  }
  return (
    <>
      <Table
        className="ledger"
        caption="Points ledger"
        columns={columns(money)}
        rows={entries}
        rowKey={({ _id }) => _id}
      />
      <ShowMore shown={entries.length} total={total} busy={busy} onMore={() => void more()} />
    </>
  )
}

const columns = (money: (cents: number) => string): Column<PointsEntry>[] => [
  {
    id: 'date',
    head: 'Date',
    className: 'ledger-date whitespace-nowrap',
    cell: ({ createdAt }) => <time dateTime={new Date(createdAt).toISOString()}>{dayOf(createdAt)}</time>,
  },
  { id: 'source', head: 'Source', className: 'ledger-source', cell: ({ source }) => sources[source] },
  { id: 'note', head: 'Note', className: 'ledger-note', cell: ({ note }) => note },
  {
    id: 'amount',
    head: 'Amount',
    align: 'end',
    className: 'ledger-amount whitespace-nowrap',
    cell: ({ amount }) => (amount === 0 ? '–' : money(amount)),
  },
  { id: 'change', head: 'Change', className: 'ledger-change', cell: ({ points }) => <Direction points={points} /> },
  {
    id: 'points',
    head: 'Points',
    align: 'end',
    className: 'ledger-points whitespace-nowrap',
    cell: ({ points }) => <span className="text-base font-semibold">{signed(points)}</span>,
  },
]

/** By a word and an icon, not by colour alone. */
function Direction({ points }: { points: number }) {
  return points < 0 ? (
    <Badge tone="slate" icon={Undo2}>
      Taken back
    </Badge>
  ) : (
    <Badge tone="good" icon={Plus}>
      Earned
    </Badge>
  )
}

const signed = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toLocaleString('en')}`
