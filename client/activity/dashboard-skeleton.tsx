import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'

/** Shown while the dashboard is loading: a box with rows. What follows stands below as many as there are. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading your dashboard…" className="skeleton-page">
      <section className="surface overflow-clip">
        <div className="flex min-h-13 items-center p-4 pb-2 text-lg sm:px-5">
          <SkeletonLine className="w-44" />
        </div>
        <div className="skeleton-group skeleton-rows divide-y divide-line border-t">
          {Array.from({ length: 12 }, (_, row) => (
            <div key={row} className="flex items-center gap-3.5 px-4 py-3 sm:px-5">
              <Skeleton className="size-10 flex-none rounded-lg" />
              <div className="min-w-0 flex-1">
                <div className="flex justify-between gap-3">
                  <SkeletonLine className="w-44" />
                  <SkeletonLine className="skeleton-end w-16 flex-none" />
                </div>
                <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm">
                  <SkeletonLine className="w-40" />
                  <Skeleton className="skeleton-badge w-24" />
                </div>
              </div>
            </div>
          ))}
        </div>
      </section>
    </Loading>
  )
}
