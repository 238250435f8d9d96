import { Loading, Skeleton } from '../ui/skeleton.tsx'

export function OrdersSkeleton() {
  return (
    <Loading label="Loading orders…" className="grid gap-3 md:max-lg:grid-cols-2">
      {[1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} className="h-48 w-full rounded-lg lg:h-23" />
      ))}
    </Loading>
  )
}
