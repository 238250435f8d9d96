import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Four tabs and a form, before it is known whose. */
export function ProfileSkeleton() {
  return (
    <Loading className="mt-5">
      <Skeleton className="h-11 w-full max-w-xl" />
      <span className="mt-5 grid max-w-2xl gap-5">
        <span className="grid gap-5 sm:grid-cols-2">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </span>
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </span>
    </Loading>
  )
}
