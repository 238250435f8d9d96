import { Link } from 'wouter'
import { useStore } from '../client-context.tsx'

/** What somebody who is about to send money wants to know. */
export function Reassurance({ orderId }: { orderId: string }) {
  const refundPromise = useStore((state) => state.config?.refundPromise)
  return (
    <div className="mt-6 grid gap-1 text-sm text-muted">
      {refundPromise && (
        <p>
          {refundPromise}{' '}
          <Link href="/refunds" className="link">
            Refunds
          </Link>
        </p>
      )}
      <p>
        Questions? Read{' '}
        <Link href="/faq" className="link">
          how paying works
        </Link>{' '}
        or{' '}
        <Link href={`/support?order=${orderId}`} className="link">
          ask support
        </Link>
        .
      </p>
    </div>
  )
}
