import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { orderCard } from './order-card.tsx'

/** The list of orders while it is loading: the cards of as many as fill the window. */
export function OrdersSkeleton() {
  return (
    <Loading
      label="Loading orders…"
      className="skeleton-page skeleton-group skeleton-rows grid gap-3 md:max-lg:grid-cols-2"
    >
      {Array.from({ length: 12 }, (_, card) => (
        <div key={card} className={orderCard}>
          <div>
            <div className="text-base lg:text-lg">
              <SkeletonLine className="w-32" />
            </div>
            <div className="text-sm">
              <SkeletonLine className="w-36" />
            </div>
          </div>
          <div className="text-lg lg:order-1">
            <SkeletonLine className="skeleton-end w-20" />
          </div>
          <div className="col-span-full flex min-w-0 items-center gap-3 lg:col-auto">
            <Skeleton className="size-9 flex-none rounded-lg" />
            <div className="min-w-0 flex-1 text-sm">
              <SkeletonLine className="w-52" />
            </div>
          </div>
          <Skeleton className="skeleton-badge w-40" />
          <Skeleton className="h-10 w-24 lg:order-2 lg:w-34" />
        </div>
      ))}
    </Loading>
  )
}
