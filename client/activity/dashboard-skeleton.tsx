import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Shown while the dashboard is loading: the latest purchases, then the figures. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading your dashboard…" className="grid gap-6">
      <Skeleton className="h-96 w-full rounded-lg" />
      <Skeleton className="h-75 w-full rounded-lg sm:h-49" />
    </Loading>
  )
}
