import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { transferReferenceLabels } from '../../shared/payments/words.ts'
import { BackLink } from '../ui/back-link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { DemoNote } from './demo-note.tsx'
import { proofHint } from './proof-field.tsx'
import { Reassurance } from './reassurance.tsx'
import { markPaidHints } from './reference-hint.ts'
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
      <BackLink href={orderId ? `/orders/${orderId}` : '/orders'}>Back to order</BackLink>
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
            <div className="field">
              <div className="field-label">
                {transferReferenceLabels[method]}
                <span className="field-optional">Optional</span>
              </div>
              <Skeleton className="h-11 wide:h-10" />
              <p className="field-hint">{markPaidHints[method]}</p>
            </div>
            <div className="grid gap-2">
              <Skeleton className="h-11 w-56 max-w-full wide:h-8" />
              <p className="field-hint">{proofHint}</p>
            </div>
            <Skeleton className="h-[3.125rem] wide:h-12" />
            <div className="text-sm">
              <SkeletonLine className="w-full" />
              <SkeletonLine className="w-3/5" />
            </div>
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
      <div className="flex flex-wrap gap-2">
        {['w-26', 'w-26', 'w-52'].map((width, token) => (
          <Skeleton key={token} className={`h-11 ${width}`} />
        ))}
      </div>
    </div>
  </div>
)
