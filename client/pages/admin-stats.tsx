import { formatMoney } from '../../shared/money.ts'
import { paymentLabels, paymentStatuses } from '../../shared/orders/schema.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import { type Stats, statsDays } from '../../shared/staff/schema.ts'
import { Bars } from '../staff/bars.tsx'
import { ChangeNote } from '../staff/change-note.tsx'
import { DayChart } from '../staff/day-chart.tsx'
import { loadStats } from '../staff/actions.ts'
import { BarsSkeleton, DayChartSkeleton, TilesSkeleton } from '../staff/page-skeletons.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { Tile, Tiles } from '../staff/tiles.tsx'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Segments } from '../ui/choice.tsx'
import { StaffError } from '../staff/staff-error.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminStatsPage() {
  const client = useClient()
  const query = useQueryFilters(['days'])
  const days = oneOf(statsDays, query.filter.days) ?? '30'
  const stats = useStore((state) => state.staff.stats[days])
  const countsVersion = useStore((state) => state.staffOrders.countsVersion)
  const { status, message, requestId, retry } = useLoad(`staff/stats/${days}/${countsVersion}`, (signal) =>
    loadStats(client, days, stats !== undefined, signal),
  )

  return (
    <StaffPage
      title="Statistics"
      text="Daily, UTC. Revenue is verified payments minus refunds."
      side={
        <Segments
          legend="Days"
          hideLegend
          options={statsDays.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(value) => query.change({ days: value })}
        />
      }
    >
      {stats && <Figures stats={stats} days={days} />}
      {!stats && status === 'failed' && (
        <StaffError title="Error loading statistics" text={message} errorId={requestId} onRetry={retry} />
      )}
      {!stats && status !== 'failed' && (
        <Loading label="Loading statistics…">
          <TilesSkeleton tiles={{ Revenue: 2, Orders: 2, 'Payments verified': 1, 'Median time to verify': 1 }} />
          <div className="mt-8 grid gap-8">
            <div className="grid items-start gap-8 xl:grid-cols-2 xl:gap-6">
              <DayChartSkeleton title="Revenue by day" />
              <DayChartSkeleton title="Orders by day" />
            </div>
            <div className="grid items-start gap-8 lg:grid-cols-2 xl:gap-6">
              <BarsSkeleton title="By payment method" />
              <BarsSkeleton title="By payment status" />
            </div>
          </div>
        </Loading>
      )}
    </StaffPage>
  )
}

function Figures({ stats, days }: { stats: Stats; days: string }) {
  const { totals, before, medianToVerify, verified } = stats
  const period = `the previous ${days} days`
  return (
    <>
      <Tiles>
        <Tile
          label="Revenue"
          value={formatMoney(totals.revenue)}
          note={
            <ChangeNote
              now={totals.revenue}
              before={before.revenue}
              text={formatMoney(before.revenue)}
              period={period}
            />
          }
        />
        <Tile
          label="Orders"
          value={totals.orders.toLocaleString('en')}
          note={
            <ChangeNote
              now={totals.orders}
              before={before.orders}
              text={before.orders.toLocaleString('en')}
              period={period}
            />
          }
        />
        <Tile
          label="Payments verified"
          value={verified.toLocaleString('en')}
          note={
            before.verified === undefined ? (
              `In the last ${days} days`
            ) : (
              <ChangeNote
                now={verified}
                before={before.verified}
                text={before.verified.toLocaleString('en')}
                period={period}
              />
            )
          }
        />
        <Tile
          label="Median time to verify"
          value={medianToVerify === null ? '–' : formatDuration(medianToVerify)}
          note={noteOfMedian(medianToVerify, before.medianToVerify)}
        />
      </Tiles>
      <div className="mt-8 grid gap-8">
        <div className="grid items-start gap-8 xl:grid-cols-2 xl:gap-6">
          <DayChart
            title="Revenue by day"
            days={stats.days.map(({ day, revenue }) => ({ day, value: revenue }))}
            format={formatMoney}
            formatAxis={formatWholeMoney}
          />
          <DayChart
            title="Orders by day"
            days={stats.days.map(({ day, orders }) => ({ day, value: orders }))}
            format={(orders) => orders.toLocaleString('en')}
          />
        </div>
        <div className="grid items-start gap-8 lg:grid-cols-2 xl:gap-6">
          <Bars
            title="By payment method"
            rows={stats.methods
              .toSorted((a, b) => b.revenue - a.revenue)
              .map(({ method, orders, revenue }) => ({
                name: methodLabel(method),
                value: revenue,
                text: `${formatMoney(revenue)} · ${orders === 1 ? '1 order' : `${orders} orders`}`,
              }))}
          />
          <Bars
            title="By payment status"
            rows={paymentStatuses.map((status) => ({
              name: paymentLabels[status],
              value: stats.states[status],
              text: stats.states[status].toLocaleString('en'),
            }))}
          />
        </div>
      </div>
    </>
  )
}

/** Faster is better, which an arrow wouldn't say. */
function noteOfMedian(now: number | null, before: number | null | undefined): string {
  if (now === null) return 'No payments verified'
  return typeof before === 'number' ? `Previously ${formatDuration(before)}` : 'After an order is marked as paid'
}

/** '$600', '$2.50': an axis has no cents unless it needs them. */
const formatWholeMoney = (cents: number) => formatMoney(cents).replace(/\.00$/, '')

/** '45 s', '12 min', '3 h 20 min' */
function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.max(1, Math.round(ms / 1000))} s`
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
