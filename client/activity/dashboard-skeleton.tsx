import type { ReactNode } from 'react'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'

/** Shown while the dashboard is loading: what waits, the latest purchases and the figures. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading your dashboard…" className="skeleton-page grid content-start gap-6">
      <Box rows={3} end={<Skeleton className="h-11 w-24 flex-none wide:h-10" />} />
      <Box
        rows={3}
        end={
          <div className="grid flex-none justify-items-end gap-1.5">
            <SkeletonLine className="w-16" />
            <Skeleton className="skeleton-badge w-24" />
          </div>
        }
      />
      <div className="figures">
        {[1, 2, 3, 4, 5, 6].map((figure) => (
          <div key={figure} className="figure">
            <SkeletonLine className="w-16" />
            <SkeletonLine className="figure-value w-20" />
            <SkeletonLine className="w-28" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** A list of orders. @param end of each row */
const Box = ({ rows, end }: { rows: number; end: ReactNode }) => (
  <section className="surface overflow-clip">
    <div className="flex min-h-13 items-center p-4 pb-2 text-lg sm:px-5">
      <SkeletonLine className="w-44" />
    </div>
    <div className="skeleton-group skeleton-rows divide-y divide-line border-t">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3.5 px-4 py-3 sm:px-5">
          <Skeleton className="size-10 flex-none rounded-lg" />
          <div className="min-w-0 flex-1">
            <SkeletonLine className="w-44" />
            <div className="mt-0.5 text-sm">
              <SkeletonLine className="w-32" />
            </div>
          </div>
          {end}
        </div>
      ))}
    </div>
  </section>
)
