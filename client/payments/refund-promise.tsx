import { Link } from 'wouter'
import { useStore } from '../client-context.tsx'

/** What the owner promises about refunds, with a link to the rest; nothing without a promise. */
export function RefundPromise() {
  const promise = useStore((state) => state.config?.refundPromise)
  if (!promise) return null
  return (
    <p className="text-sm text-muted">
      {promise}{' '}
      <Link href="/refunds" className="link">
        Refunds
      </Link>
    </p>
  )
}
