import type { Dashboard } from '../../shared/activity/schema.ts'
import { useMoney } from '../use-money.ts'
import { formatCount } from '../../shared/format-count.ts'

/** Six figures about the user's orders. */
export function DashboardFigures({ stats }: { stats: Dashboard['stats'] }) {
  const money = useMoney()
  const figures = [
    { label: 'Orders', value: formatCount(stats.orders), hint: 'placed so far' },
    { label: 'Waiting', value: formatCount(stats.waiting), hint: 'for payment or a check' },
    { label: 'Completed', value: formatCount(stats.completed), hint: 'delivered to you' },
    { label: 'Total Spent', value: money(stats.spent), hint: 'verified payments' },
    { label: 'Money Saved', value: money(stats.saved), hint: 'below list prices' },
    { label: 'Points', value: formatCount(stats.points), hint: 'from orders and referrals' },
  ]
  return (
    <dl aria-label="Your figures" className="figures">
      {figures.map(({ label, value, hint }) => (
        <div key={label} className="figure">
          <dt className="figure-name">{label}</dt>
          <dd className="heading tabular figure-value">{value}</dd>
          <dd className="figure-hint">{hint}</dd>
        </div>
      ))}
    </dl>
  )
}
