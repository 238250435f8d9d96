import type { Dashboard } from '../../shared/activity/schema.ts'
import { SkeletonLine } from '../ui/skeleton.tsx'
import { useMoney } from '../use-money.ts'
import { formatCount } from '../../shared/format-count.ts'

/** Six figures about the user's orders; null while they are loading. */
export function DashboardFigures({ stats }: { stats: Dashboard['stats'] | null }) {
  const money = useMoney()
  const figures = [
    { label: 'Orders', value: stats && formatCount(stats.orders), hint: 'placed so far' },
    { label: 'Waiting', value: stats && formatCount(stats.waiting), hint: 'for payment or a check' },
    { label: 'Completed', value: stats && formatCount(stats.completed), hint: 'delivered to you' },
    { label: 'Total Spent', value: stats && money(stats.spent), hint: 'verified payments' },
    { label: 'Money Saved', value: stats && money(stats.saved), hint: 'below list prices' },
    { label: 'Points', value: stats && formatCount(stats.points), hint: 'from orders and referrals' },
  ]
  return (
    <dl aria-label="Your figures" className="figures">
      {figures.map(({ label, value, hint }) => (
        <div key={label} className="figure">
          <dt className="figure-name">{label}</dt>
          <dd className="heading tabular figure-value">{value ?? <SkeletonLine className="w-16" />}</dd>
          <dd className="figure-hint">{hint}</dd>
        </div>
      ))}
    </dl>
  )
}
