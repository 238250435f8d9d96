import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Shown until the code of a staff page is loaded. */
export function StaffSkeleton() {
  return (
    <div className="staff-page">
      <div className="staff-bar">
        <Skeleton className="h-6 w-48" />
      </div>
      <Loading className="staff-content grid content-start gap-px">
        <Skeleton className="mb-3 h-10 w-80 max-w-full" />
        <Skeleton className="h-80 w-full" />
      </Loading>
    </div>
  )
}
