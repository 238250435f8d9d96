import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** The form of the profile while the session is being restored. */
export function ProfileSkeleton() {
  return (
    <Loading className="surface grid max-w-[40rem] gap-5 p-4 sm:p-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <FieldSkeleton label="First name" />
        <FieldSkeleton label="Last name" />
      </div>
      <FieldSkeleton label="Email" hint="A new address becomes active once you open the link we send to it." />
      <div className="grid grid-cols-[8rem_1fr] gap-3 max-[19rem]:grid-cols-1 sm:gap-5">
        <FieldSkeleton label="Country code" />
        <FieldSkeleton label="Phone number" />
      </div>
      <Skeleton className="h-10 w-full sm:w-32" />
    </Loading>
  )
}

const FieldSkeleton = ({ label, hint }: { label: string; hint?: string }) => (
  <div className="field">
    <span className="field-label">{label}</span>
    <Skeleton className="h-10 w-full max-wide:h-11" />
    {hint && <p className="field-hint">{hint}</p>}
  </div>
)
