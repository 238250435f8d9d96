import { Loading, Skeleton } from '../ui/skeleton.tsx'

export function OrdersSkeleton() {
  return (
    <Loading label="Loading orders…" className="grid gap-3">
      {[1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} className="h-48 w-full rounded-lg wide:h-23" />
      ))}
    </Loading>
  )
}
