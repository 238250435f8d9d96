import { useStore } from '../client-context.tsx'
import { MethodsOutline } from '../payments/method-picker.tsx'
import { RefundPromise } from '../payments/refund-promise.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Leader, Leaders } from '../ui/leader.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Receipt, ReceiptRule } from '../ui/receipt.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import '../payments/payments.css'

interface OrderSkeletonProps {
  /** Known before the order is: 'Order #PG3BED'. */
  title: string
  /** The page with the order's progress. */
  details?: boolean
}

/** An order's page while the order is loading, with the boxes of what follows. */
export function OrderSkeleton({ title, details }: OrderSkeletonProps) {
  return (
    <div className="page-column py-6 wide:py-10">
      <title>{`${title} · Kade`}</title>
      <BackLink href="/orders">Back to orders</BackLink>
      <PageTitle text={<SkeletonLine className="w-52" />}>{title}</PageTitle>
      <Loading label="Loading order…">{details ? <DetailsBoxes /> : <OrderBoxes />}</Loading>
    </div>
  )
}

/** Statuses; the progress, and the receipt beside or below it. */
const DetailsBoxes = () => (
  <>
    <div className="mt-4 flex gap-2">
      <Skeleton className="skeleton-badge w-36" />
      <Skeleton className="skeleton-badge w-28" />
    </div>
    <div className="mt-7 grid items-start gap-10 md:grid-cols-2 wide:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] wide:gap-16">
      <div>
        <div className="heading text-xl wide:text-2xl">
          <SkeletonLine className="w-56" />
        </div>
        <SkeletonLine className="mb-6 w-full max-w-96" />
        <StepsSkeleton count={5} />
      </div>
      <ReceiptSkeleton />
    </div>
  </>
)

/** The receipt of an order; without words, because nobody knows how many lines each part has. */
export const ReceiptSkeleton = () => (
  <Receipt>
    <div className="text-xl">
      <SkeletonLine className="w-40" />
    </div>
    <div className="text-sm">
      <SkeletonLine className="w-12" />
    </div>
    <ReceiptRule />
    <Line />
    <ReceiptRule />
    <Leaders>
      <Leader label={<SkeletonLine className="inline-block w-14" />} amount={<SkeletonLine className="w-14" />} />
      <Leader label={<SkeletonLine className="inline-block w-28" />} amount={<SkeletonLine className="w-12" />} />
      <Leader
        label={<SkeletonLine className="inline-block w-24" />}
        amount={<SkeletonLine className="w-20" />}
        look="strong"
      />
    </Leaders>
    <ReceiptRule />
    <div className="skeleton-group skeleton-rows grid gap-1.5 text-sm">
      {[1, 2, 3, 4, 5].map((fact) => (
        <div key={fact} className="flex items-center justify-between">
          <SkeletonLine className="w-32" />
          <SkeletonLine className="w-28" />
        </div>
      ))}
    </div>
  </Receipt>
)

/** The progress of an order. */
export const StepsSkeleton = ({ count }: { count: number }) => (
  <div className="timeline skeleton-group skeleton-rows">
    {Array.from({ length: count }, (_, step) => (
      <div key={step} className="step">
        <Skeleton className="size-6.5 rounded-full" />
        <div>
          <div className="step-title">
            <SkeletonLine className="w-40" />
          </div>
          <div className="step-facts">
            <SkeletonLine className="w-56" />
          </div>
        </div>
      </div>
    ))}
  </div>
)

const Line = () => (
  <div className="flex gap-3">
    <Skeleton className="size-9 flex-none rounded-lg" />
    <div className="min-w-0 flex-1">
      <div className="flex justify-between gap-4">
        <SkeletonLine className="w-40" />
        <SkeletonLine className="skeleton-end w-14 flex-none" />
      </div>
      <div className="text-sm">
        <SkeletonLine className="w-28" />
      </div>
    </div>
  </div>
)

/** The line of methods that aren't available yet. */
function LaterMethodsSkeleton() {
  const hasSome = useStore((state) => state.config?.paymentMethods.some(({ available }) => !available))
  return hasSome && <SkeletonLine className="mt-3 w-72 max-w-full" />
}

/** Items and ways to pay, beside the summary or above it. */
const OrderBoxes = () => (
  <div className="mt-7 grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_24rem] wide:gap-12">
    <div className="grid gap-9">
      <section>
        <h2 className="mb-3 text-lg">Items</h2>
        <div className="surface px-4 wide:px-5">
          <div className="flex items-center gap-4 py-4">
            <Skeleton className="size-12 flex-none rounded-lg" />
            <div className="min-w-0 flex-1">
              <SkeletonLine className="w-44" />
              <div className="text-sm">
                <SkeletonLine className="w-32" />
              </div>
            </div>
            <SkeletonLine className="skeleton-end w-16 flex-none" />
          </div>
        </div>
      </section>
      <section>
        <h2 className="mb-3 text-lg">Payment method</h2>
        <MethodsOutline />
        <LaterMethodsSkeleton />
      </section>
    </div>
    {/* On narrow screens the bar with the amount follows. */}
    <Receipt className="max-wide:mb-26">
      <h2 className="mb-4 text-lg">Summary</h2>
      <Leaders>
        <Leader label="Subtotal" amount={<SkeletonLine className="w-14" />} />
        <Leader label="Processing fees" amount={<SkeletonLine className="w-12" />} />
        <Leader label="Total" amount={<SkeletonLine className="w-20" />} look="strong" />
      </Leaders>
      <p className="mt-3 text-sm text-muted">No processing fee on transfers</p>
      <ReceiptRule />
      <div className="grid gap-4">
        <div className="field">
          <span className="field-label">Coupon code</span>
          <Skeleton className="h-10 w-full max-wide:h-11" />
        </div>
        <div className="grid max-wide:hidden">
          <Skeleton className="h-12" />
        </div>
        <div className="flex h-9 items-center justify-between gap-4 text-sm wide:h-8">
          <SkeletonLine className="w-40" />
          <SkeletonLine className="skeleton-end w-24" />
        </div>
        <RefundPromise />
      </div>
    </Receipt>
  </div>
)
