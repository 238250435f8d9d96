import { Link } from 'wouter'
import { useStore } from '../client-context.tsx'
import { RefundPromise } from './refund-promise.tsx'

/** What somebody who is about to send money wants to know. */
export function Reassurance({ orderId }: { orderId: string }) {
  const hasGuide = useStore((state) => state.config?.pages.includes('how-it-works') ?? false)
  return (
    <div className="mt-6 grid gap-1 text-sm text-muted">
      <p>Too little, too much or too late? We keep it for your order or send it back.</p>
      <RefundPromise />
      <p>
        Questions? Read{' '}
        <Link href={hasGuide ? '/how-it-works' : '/faq'} className="link">
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
