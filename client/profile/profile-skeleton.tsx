import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** The tabs and form of the profile page while the user is loading. */
export function ProfileSkeleton() {
  return (
    <Loading className="mt-5">
      <Skeleton className="h-11 w-full max-w-xl" />
      <Skeleton className="mt-5 h-129 max-w-[40rem] rounded-lg sm:h-96" />
    </Loading>
  )
}
