import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** The tabs and form of the profile page while the user is loading. */
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
