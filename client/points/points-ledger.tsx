import './points-ledger.css'
import { Coins, Plus, Undo2 } from 'lucide-react'
import type { PointsEntry } from '../../shared/points/schema.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { useAct } from '../lib/use-act.ts'
import { useMoney } from '../use-money.ts'
import { formatDate } from '../lib/format-date.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'
import { loadMorePoints, loadPoints } from './actions.ts'
import { pointsKey } from './store.ts'
import { formatCount } from '../../shared/format-count.ts'

const failure = 'Failed to load points ledger'
const sourceLabels: Record<PointsEntry['source'], string> = {
  order: 'Order',
  referral: 'Referral',
  adjustment: 'Adjustment',
}

/** The user's points ledger, newest first. */
export function PointsLedger() {
  const client = useClient()
  const money = useMoney()
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
        <Loading label="Loading points…" className="skeleton-page">
          <Table
            className="ledger"
            caption="Points ledger"
            columns={columns(money)}
            rows={[]}
            rowKey={() => ''}
            isLoading
          />
        </Loading>
      )}
    </section>
  )
}

function Entries({ entries }: { entries: PointsEntry[] }) {
  const client = useClient()
  const money = useMoney()
  const total = useStore((state) => state.points.totalCount)
  const { busy, run: loadMore } = useAct(() => loadMorePoints(client), { failed: failure })

  if (entries.length === 0) {
    return (
      <EmptyState
        className="surface"
        level={3}
        icon={Coins}
        title="No points yet"
        text="You earn 1 point per whole dollar of an order once its payment is verified."
        action={<ButtonLink href="/items">Browse services</ButtonLink>}
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
      <ShowMore shown={entries.length} total={total} busy={busy} onMore={loadMore} />
    </>
  )
}

const columns = (money: (cents: number) => string): Column<PointsEntry>[] => [
  {
    id: 'date',
    head: 'Date',
    headClass: 'w-30',
    className: 'ledger-date whitespace-nowrap',
    cell: ({ createdAt }) => <time dateTime={new Date(createdAt).toISOString()}>{formatDate(createdAt)}</time>,
  },
  {
    id: 'source',
    head: 'Source',
    headClass: 'w-25',
    skeleton: 'w-16',
    className: 'ledger-source',
    cell: ({ source }) => sourceLabels[source],
  },
  { id: 'note', head: 'Note', headClass: 'w-60', text: true, className: 'ledger-note', cell: ({ note }) => note },
  {
    id: 'amount',
    head: 'Amount',
    headClass: 'w-24',
    align: 'end',
    className: 'ledger-amount whitespace-nowrap',
    cell: ({ amount }) => (amount === 0 ? '–' : money(amount)),
  },
  {
    id: 'change',
    head: 'Change',
    headClass: 'w-31',
    className: 'ledger-change',
    cell: ({ points }) => <Direction points={points} />,
  },
  {
    id: 'points',
    head: 'Points',
    headClass: 'w-20',
    align: 'end',
    className: 'ledger-points whitespace-nowrap',
    cell: ({ points }) => <span className="text-base font-semibold">{formatSigned(points)}</span>,
  },
]

/** A word and an icon, so that colour isn't the only difference. */
function Direction({ points }: { points: number }) {
  return points < 0 ? (
    <Badge tone="slate" icon={Undo2}>
      Deducted
    </Badge>
  ) : (
    <Badge tone="good" icon={Plus}>
      Earned
    </Badge>
  )
}

const formatSigned = (points: number) => `${points < 0 ? '−' : '+'}${formatCount(Math.abs(points))}`
