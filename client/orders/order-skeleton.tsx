import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'

/** Shown while an order is loading. */
export function OrderSkeleton({ label = 'Loading order…' }: { label?: string }) {
  return (
    <Loading label={label} className="page-column grid gap-8 py-8 wide:py-10">
      <span className="grid gap-3">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </span>
      <span className="grid gap-8 wide:grid-cols-2">
        <Skeleton className="h-96 w-full rounded-lg" />
        <SkeletonText lines={7} />
      </span>
    </Loading>
  )
}
