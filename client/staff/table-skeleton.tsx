import { Loading, Skeleton } from '../ui/skeleton.tsx'

export interface TableSkeletonProps {
  label: string
  rows: number
  /** The height of a row where the table is narrow: of two lines by default. */
  narrowRow?: string | undefined
}

/** Stands for a table that is loading: its head, where it has one, and its rows. */
export function TableSkeleton({ label, rows, narrowRow = 'max-sm:h-16' }: TableSkeletonProps) {
  return (
    <Loading label={label} className="grid gap-px">
      <Skeleton className="h-8.5 w-full max-sm:hidden" />
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={`h-11 w-full ${narrowRow}`} />
      ))}
    </Loading>
  )
}
