import type { Dashboard } from '../../shared/activity.ts'
import { useMoney } from '../orders/use-money.ts'

/** What one's orders come to, as six figures. */
export function DashboardFigures({ stats }: { stats: Dashboard['stats'] }) {
  const money = useMoney()
  const figures = [
    { label: 'Orders', value: count(stats.orders), hint: 'placed so far' },
    { label: 'Waiting', value: count(stats.waiting), hint: 'for payment or its check' },
    { label: 'Completed', value: count(stats.completed), hint: 'delivered to you' },
    { label: 'Total Spent', value: money(stats.spent), hint: 'verified payments' },
    { label: 'Money Saved', value: money(stats.saved), hint: 'below list prices' },
    { label: 'Points', value: count(stats.points), hint: 'from orders and referrals' },
  ]
  return (
    <dl aria-label="Your figures" className="figures">
      {figures.map(({ label, value, hint }) => (
        <div key={label} className="figure">
          <dt className="eyebrow">{label}</dt>
          <dd className="heading tabular figure-value">{value}</dd>
          <dd className="text-xs text-muted">{hint}</dd>
        </div>
      ))}
    </dl>
  )
}

const count = (number: number) => number.toLocaleString('en')
