import { useStore } from '../client-context.tsx'
import { SkeletonLine } from '../ui/skeleton.tsx'
import { formatPointCount } from '../../shared/points/format-points.ts'

/** The user's points: the ledger's total, or the user's own until the ledger has loaded; a placeholder until the session is restored. */
export function PointsTotal() {
  const points = useStore(({ points, accounts }) => (points.entries ? points.total : accounts.user?.points))
  return (
    <section aria-labelledby="total" className="surface p-5">
      <h2 id="total" className="eyebrow">
        Total points
      </h2>
      <p role="status" className="heading tabular mt-1 text-3xl">
        {points === undefined ? <SkeletonLine className="w-20" /> : formatPointCount(points)}
      </p>
      {points !== undefined && points < 0 && (
        <p className="mt-1.5 text-sm">
          Your balance is below zero because a refund took back more points than you had left. The next points you earn
          make up for it.
        </p>
      )}
      <p className="mt-1.5 text-sm text-muted">
        1 point per whole dollar of a verified order, plus a tenth of a friend’s first order. Points are our thanks:
        they have no cash value and can’t be spent.
      </p>
    </section>
  )
}
