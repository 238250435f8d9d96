import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Shown while the dashboard's figures are loading. */
export function FiguresSkeleton() {
  return (
    <Loading label="Loading your figures…">
      <Skeleton className="h-75 w-full rounded-lg sm:h-49 lg:h-25" />
    </Loading>
  )
}

export function PurchasesSkeleton() {
  return (
    <>
      <Skeleton className="h-66 w-full rounded-lg" />
      <Skeleton className="h-80 w-full rounded-lg" />
    </>
  )
}
