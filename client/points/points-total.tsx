import { useStore } from '../store.tsx'

/** The sum of the ledger; until that is there, as it is known of the user. */
export function PointsTotal() {
  const points = useStore(({ points, accounts }) => (points.entries ? points.total : (accounts.user?.points ?? 0)))
  return (
    <section aria-labelledby="total" className="surface p-5">
      <h2 id="total" className="eyebrow">
        Total points
      </h2>
      <p role="status" className="heading tabular mt-1 text-3xl">
        {points.toLocaleString('en')}
      </p>
      <p className="mt-1.5 text-sm text-muted">
        1 point for each whole dollar of a verified order, and a tenth of a friend’s first order.
      </p>
    </section>
  )
}
