import { Loading, Skeleton, SkeletonLine } from '../../ui/skeleton.tsx'
import { ReceiptSkeleton, StepsSkeleton } from '../order-skeleton.tsx'

/** An order of a staff page while it is loading: payment and customer, the order, its notes and history. */
export function StaffOrderSkeleton() {
  return (
    <Loading
      label="Loading order…"
      className="grid grid-cols-1 items-start gap-6 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="contents lg:order-2 lg:grid lg:gap-6">
        <div className="surface grid gap-5 p-5">
          <div>
            <div className="eyebrow">
              <SkeletonLine className="w-20" />
            </div>
            <div className="mt-1 text-3xl">
              <SkeletonLine className="w-44" />
            </div>
            <div className="text-sm">
              <SkeletonLine className="w-56" />
            </div>
            <div className="mt-4 border-t pt-4">
              <div className="eyebrow">
                <SkeletonLine className="w-28" />
              </div>
              <SkeletonLine className="w-40" />
            </div>
          </div>
          <div className="grid gap-2">
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </div>
        </div>
        <div className="surface p-5">
          <h2 className="eyebrow mb-3 font-sans">Customer</h2>
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
            <Skeleton className="skeleton-badge w-20" />
            <Skeleton className="skeleton-badge w-20" />
            <Skeleton className="skeleton-badge w-16" />
          </div>
        </div>
      </div>
      <div className="contents lg:grid lg:items-start lg:gap-6 xl:grid-cols-2">
        <ReceiptSkeleton />
        <div>
          <h2 className="mb-5 text-lg">History</h2>
          <StepsSkeleton />
        </div>
      </div>
    </Loading>
  )
}
