import { Loading, Skeleton } from '../ui/skeleton.tsx'

export function OrdersSkeleton() {
  return (
    <Loading label="Loading orders…" className="grid gap-3 md:max-lg:grid-cols-2">
      {[1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} className="h-[11.5625rem] w-full rounded-lg lg:h-20.5" />
      ))}
    </Loading>
  )
}
