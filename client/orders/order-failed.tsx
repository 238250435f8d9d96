import { Link } from 'wouter'
import { BackLink } from '../ui/back-link.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { PageTitle } from '../ui/page-title.tsx'

interface OrderFailedProps {
  /** Known although the order isn't: 'Order #PG3BED'. */
  title: string
  /** Why it could not be loaded. */
  message: string
  onRetry: () => void | Promise<void>
}

/** An order's page when the order could not be loaded. */
export function OrderFailed({ title, message, onRetry }: OrderFailedProps) {
  return (
    <div className="page-column py-6 wide:py-10">
      <title>{`${title} · Kade`}</title>
      <BackLink href="/orders">Back to orders</BackLink>
      <PageTitle>{title}</PageTitle>
      <ErrorState
        title={`Failed to load order: ${message}`}
        text={
          <>
            Your order and anything you sent are safe. If this keeps happening,{' '}
            <Link href="/support" className="link">
              write to support
            </Link>
            .
          </>
        }
        onRetry={onRetry}
      />
    </div>
  )
}
