import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'

/** Shown until the session is restored and the page's code is loaded. */
export function PageSkeleton() {
  return (
    <Loading className="page-column grid min-h-[70dvh] content-start gap-8 py-8 wide:py-12">
      <Skeleton className="h-9 w-56" />
      <div className="grid gap-6 wide:grid-cols-3">
        <Skeleton className="h-64 wide:col-span-2" />
        <SkeletonText lines={6} />
      </div>
    </Loading>
  )
}
