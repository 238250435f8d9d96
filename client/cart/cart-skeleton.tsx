import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'

export function CartSkeleton() {
  return (
    <Loading label="Loading cart…" className="grid gap-10 wide:grid-cols-[minmax(0,1fr)_23rem] wide:gap-12">
      <span className="grid content-start gap-8 pt-5">
        {[1, 2, 3].map((line) => (
          <span key={line} className="grid grid-cols-[auto_1fr] gap-5">
            <Skeleton className="size-18 rounded-lg" />
            <SkeletonText lines={3} />
          </span>
        ))}
      </span>
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}
