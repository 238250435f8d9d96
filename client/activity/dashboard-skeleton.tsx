import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** The dashboard's left side before its figures are there. */
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
