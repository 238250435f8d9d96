import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { BackLink } from '../ui/back-link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Loading, Skeleton, SkeletonLine, SkeletonText } from '../ui/skeleton.tsx'
import { DemoNote } from './demo-note.tsx'
import { Reassurance } from './reassurance.tsx'
import { TransferOutline } from './transfer-skeleton.tsx'
import { TransferStepHeading } from './transfer-step.tsx'

interface PaymentSkeletonProps {
  title: string
  /** Only the browser knows both. */
  orderId?: string
  method?: PaymentMethod
  demo: boolean
}

/** The payment page while its order is loading: both steps, as of an order that is still to be paid. */
export function PaymentSkeleton({ title, orderId, method = 'bank', demo }: PaymentSkeletonProps) {
  return (
    <div className="page-column py-6 wide:py-10">
      <title>{`${title} · Kade`}</title>
      {orderId ? (
        <BackLink href={`/orders/${orderId}`}>Back to order</BackLink>
      ) : (
        <BackLink href="/orders">Back to orders</BackLink>
      )}
      <PageTitle text={<SummarySkeleton />}>{title}</PageTitle>
      {demo && (
        <div className="mt-5">
          <DemoNote />
        </div>
      )}
      <Loading label="Loading payment…" className="mt-6 grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_22rem]">
        <section className="surface p-5 wide:p-6">
          <TransferStepHeading />
          {method === 'crypto' && <ChoiceSkeleton />}
          <TransferOutline method={method} />
        </section>
        <section className="surface p-5 wide:p-6">
          <h2 className="mb-4 text-lg">2. Mark as PAID</h2>
          <div className="grid gap-4">
            <div className="grid gap-2">
              <div className="field-label">
                <SkeletonLine className="w-32" />
              </div>
              <Skeleton className="h-11" />
              <SkeletonText lines={2} />
            </div>
            <div className="grid gap-2">
              <Skeleton className="h-11 w-56 max-w-full wide:h-8" />
              <SkeletonText lines={2} />
            </div>
            <Skeleton className="h-12" />
            <SkeletonText lines={2} className="h-10" />
          </div>
        </section>
      </Loading>
      {orderId && <Reassurance orderId={orderId} />}
    </div>
  )
}

/** What is paid, on two lines of a phone, and until when. */
const SummarySkeleton = () => (
  <>
    <SkeletonLine className="w-80" />
    <SkeletonLine className="w-20 sm:hidden" />
    <SkeletonLine className="w-60" />
  </>
)

/** The networks and tokens. */
const ChoiceSkeleton = () => (
  <div className="mb-6 grid gap-5">
    <div>
      <div className="field-label mb-2">Network</div>
      <div className="networks">
        {[1, 2, 3, 4, 5, 6].map((network) => (
          <Skeleton key={network} className="h-16" />
        ))}
      </div>
    </div>
    <div>
      <div className="field-label mb-2">Token</div>
      <div className="flex gap-2">
        {[1, 2, 3].map((token) => (
          <Skeleton key={token} className="h-11 w-24" />
        ))}
      </div>
    </div>
  </div>
)
