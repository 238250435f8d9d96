import { latePage } from '../layout/page-skeleton.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'

/** Shown until the code of a staff page is loaded. */
export function StaffSkeleton() {
  return (
    <div className="page-loading staff-page">
      <title>Staff · Kade</title>
      <div className="staff-bar">
        <Skeleton className="h-5 w-44" />
      </div>
      <Loading className="staff-content">
        <Skeleton className="h-10 w-80 max-w-full" />
        {latePage}
        <div className="skeleton-page mt-4">
          <div className="surface skeleton-group skeleton-rows divide-y divide-line text-sm">
            {Array.from({ length: 24 }, (_, row) => (
              <div key={row} className="flex min-h-11 items-center justify-between gap-4 px-3 max-sm:min-h-16">
                <SkeletonLine className="w-20" />
                <SkeletonLine className="w-44" />
                <SkeletonLine className="w-28 max-sm:hidden" />
                <SkeletonLine className="w-28 max-wide:hidden" />
                <SkeletonLine className="skeleton-end ml-0! w-16" />
              </div>
            ))}
          </div>
        </div>
      </Loading>
    </div>
  )
}
