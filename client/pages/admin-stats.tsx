import { formatMoney } from '../../shared/money.ts'
import { paymentLabels, paymentStatuses } from '../../shared/orders.ts'
import { methodLabel } from '../../shared/payment.ts'
import { type Stats, statsDays } from '../../shared/staff.ts'
import { Bars } from '../staff/bars.tsx'
import { DayChart } from '../staff/day-chart.tsx'
import { loadStats } from '../staff/desk-actions.ts'
import { StaffPage } from '../staff/staff-page.tsx'
import { Tile, Tiles } from '../staff/tiles.tsx'
import { among, useAddress } from '../staff/use-address.ts'
import { useClient, useStore } from '../store.tsx'
import { Segments } from '../ui/choice.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminStatsPage() {
  const client = useClient()
  const address = useAddress(['days'])
  const days = among(statsDays, address.filter.days) ?? '30'
  const stats = useStore((state) => state.staff.stats[days])
  const recount = useStore((state) => state.staff.recount)
  const { status, message, retry } = useLoad(`staff/stats/${days}/${recount}`, (signal) =>
    loadStats(client, days, stats !== undefined, signal),
  )

  return (
    <StaffPage
      title="Numbers"
      text="By day in UTC. Revenue is what verified payments came to; what was refunded is none."
      side={
        <Segments
          legend="Days"
          hideLegend
          options={statsDays.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(value) => address.change({ days: value })}
        />
      }
    >
      {stats && <Numbers stats={stats} days={days} />}
      {!stats && status === 'failed' && <ErrorState title="Error loading numbers" text={message} onRetry={retry} />}
      {!stats && status !== 'failed' && (
        <Loading label="Loading numbers…" className="grid gap-6">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-64 w-full" />
          <Skeleton className="h-64 w-full" />
        </Loading>
      )}
    </StaffPage>
  )
}

function Numbers({ stats, days }: { stats: Stats; days: string }) {
  const { totals, before, medianToVerify, verified } = stats
  return (
    <>
      <Tiles>
        <Tile
          label="Revenue"
          value={formatMoney(totals.revenue)}
          note={`${formatMoney(before.revenue)} the ${days} days before`}
        />
        <Tile
          label="Orders"
          value={totals.orders.toLocaleString('en')}
          note={`${before.orders} the ${days} days before`}
        />
        <Tile label="Payments verified" value={verified.toLocaleString('en')} />
        <Tile
          label="Median time to verify"
          value={medianToVerify === null ? '–' : spanOf(medianToVerify)}
          note={medianToVerify === null ? 'Nothing was verified' : 'from “paid” to “verified”'}
        />
      </Tiles>
      <div className="mt-8 grid gap-8">
        <DayChart
          title="Revenue by day"
          days={stats.days.map(({ day, revenue }) => ({ day, value: revenue }))}
          format={formatMoney}
        />
        <DayChart
          title="Orders by day"
          days={stats.days.map(({ day, orders }) => ({ day, value: orders }))}
          format={(orders) => orders.toLocaleString('en')}
        />
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <Bars
            title="By payment method"
            rows={stats.methods.map(({ method, orders, revenue }) => ({
              name: methodLabel(method),
              value: revenue,
              text: `${formatMoney(revenue)} · ${orders === 1 ? '1 order' : `${orders} orders`}`,
            }))}
          />
          <Bars
            title="By state of payment"
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

/** '45 s', '12 min', '3 h 20 min' */
function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.max(1, Math.round(ms / 1000))} s`
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
