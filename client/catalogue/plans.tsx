import { Link } from 'wouter'
import { durationLabel, itemPath, nameWithoutBrand } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { keepScroll } from '../layout/use-scroll.ts'
import { useMoney } from '../use-money.ts'
import { classNames } from '../ui/class-names.ts'
import { SkeletonLine, SkeletonText } from '../ui/skeleton.tsx'
import { MonthlyPrice } from './price.tsx'

/** An item's plans, as cards of which the item's own is selected. Each leads to its page. */
export function Plans({ item, plans }: { item: Item; plans: readonly Item[] }) {
  if (plans.length < 2) return null
  return (
    <nav aria-label={`Plans of ${item.brand}`} className="grid gap-2">
      <p className="field-label" aria-hidden="true">
        Plan
      </p>
      <ul className="plans">
        {plans.map((plan) => (
          <li key={plan._id}>
            <Plan plan={plan} isCurrent={plan._id === item._id} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Plan({ plan, isCurrent }: { plan: Item; isCurrent: boolean }) {
  const money = useMoney()
  return (
    <Link
      href={itemPath(plan)}
      replace
      state={keepScroll}
      className={classNames('plan', isCurrent && 'plan-current')}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className="plan-dot" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{nameWithoutBrand(plan) || plan.name}</span>
        <span className="block text-sm text-muted">
          {durationLabel(plan.duration)}
          {plan.discount > 0 && <span className="font-medium text-good">{` · Save ${plan.discount}%`}</span>}
        </span>
      </span>
      <span className="tabular text-right">
        <span className="block font-medium">{money(plan.price)}</span>
        <MonthlyPrice item={plan} className="block text-sm" />
      </span>
    </Link>
  )
}

/** As high as the plans that an item has; most have three. */
export function PlansSkeleton({ count = 3 }: { count: number | undefined }) {
  if (count < 2) return null
  return (
    <div className="grid gap-2" aria-hidden="true">
      <p className="field-label">
        <SkeletonLine className="w-12" />
      </p>
      <ul className="plans">
        {Array.from({ length: count }, (_, row) => (
          <li key={row} className="plan-skeleton">
            <SkeletonText lines={2} className="w-2/3" />
          </li>
        ))}
      </ul>
    </div>
  )
}
