import { paymentCodeLabel } from '../../../shared/payments/words.ts'
import { Loading, Skeleton, SkeletonLine } from '../../ui/skeleton.tsx'
import { ReceiptSkeleton, StepsSkeleton } from '../order-skeleton.tsx'

/** A staff order's page while the order is loading: the outline of a payment that waits to be verified. */
export function StaffOrderSkeleton() {
  return (
    <Loading
      label="Loading order…"
      className="grid grid-cols-1 items-start gap-6 md:grid-cols-2 md:grid-rows-[auto_1fr_auto] lg:grid-cols-[21rem_minmax(0,1fr)] lg:grid-rows-1"
    >
      <div className="contents lg:grid lg:gap-6">
        <div className="surface grid gap-5 p-5 md:row-span-2 lg:row-auto">
          <PaymentOutline />
          <div className="grid gap-2">
            <Skeleton className="h-12 w-full max-wide:h-12.5" />
            <Skeleton className="h-12 w-full max-wide:h-12.5" />
            <div className="mt-1 flex h-8 items-center text-[0.8125rem] max-wide:h-11">
              <SkeletonLine className="w-48" />
              <SkeletonLine className="skeleton-end w-12" />
            </div>
          </div>
        </div>
        <CustomerOutline />
      </div>
      <div className="contents lg:grid lg:items-start lg:gap-6 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
        <div className="lg:order-1 xl:col-start-2">
          <div className="surface p-5">
            <HeadingOutline />
            <Skeleton className="h-24" />
          </div>
        </div>
        <div className="xl:row-span-2">
          <ReceiptSkeleton />
        </div>
        <div>
          <h2 className="mb-5 text-lg">History</h2>
          <StepsSkeleton count={3} />
        </div>
      </div>
    </Loading>
  )
}

/** The amount and how to pay it, what was received, and the reference. */
const PaymentOutline = () => (
  <div>
    <div className="eyebrow">
      <SkeletonLine className="w-20" />
    </div>
    <div className="heading mt-1 text-3xl">
      <SkeletonLine className="w-44" />
    </div>
    <div className="text-sm text-muted">
      <SkeletonLine className="w-28" />
      <div className="flex gap-1">
        {paymentCodeLabel}
        <SkeletonLine className="w-20" />
      </div>
    </div>
    <div className="mt-4 border-t pt-4 text-sm">
      <p className="eyebrow">Received</p>
      <SkeletonLine className="w-full" />
      <SkeletonLine className="w-3/5" />
    </div>
    <ButtonOutline className="mt-1" />
    <div className="mt-4 border-t pt-4">
      <div className="eyebrow">
        <SkeletonLine className="w-32" />
      </div>
      <SkeletonLine className="w-40" />
    </div>
    <ButtonOutline className="mt-2" />
  </div>
)

/** A small button without a frame. */
const ButtonOutline = ({ className }: { className: string }) => (
  <div className={`${className} flex h-8 items-center text-[0.8125rem] max-wide:h-11`}>
    <SkeletonLine className="w-36" />
  </div>
)

/** Without words, because what is above it may be taller. */
const HeadingOutline = () => (
  <div className="eyebrow mb-3">
    <SkeletonLine className="w-24" />
  </div>
)

const CustomerOutline = () => (
  <div className="surface p-5">
    <HeadingOutline />
    <div className="flex items-center gap-3">
      <Skeleton className="size-9 flex-none rounded-full" />
      <div className="min-w-0 flex-1">
        <SkeletonLine className="w-36" />
        <div className="text-sm">
          <SkeletonLine className="w-44" />
        </div>
      </div>
    </div>
    <div className="mt-4 flex flex-wrap gap-1.5">
      <Skeleton className="skeleton-badge w-22" />
      <Skeleton className="skeleton-badge w-22" />
      <Skeleton className="skeleton-badge w-20" />
    </div>
    <div className="mt-3 text-sm">
      <SkeletonLine className="w-64" />
      <SkeletonLine className="mt-1 w-24" />
    </div>
  </div>
)

/** The field for a note, while the notes before it are loading. */
export const NoteFormSkeleton = () => (
  <div className="grid gap-2">
    <div className="field">
      <span className="field-label">Add a note</span>
      <Skeleton className="h-24" />
      <p className="field-hint">Only staff can see this.</p>
    </div>
    <Skeleton className="h-8 w-20 justify-self-end max-wide:h-11" />
  </div>
)
