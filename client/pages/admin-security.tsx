import { useState } from 'react'
import { RecoveryCodes } from '../accounts/recovery-codes.tsx'
import { loadSecondFactor, type SecondFactor } from '../accounts/second-factor-actions.ts'
import { SecondFactorOff, SecondFactorOn } from '../accounts/second-factor-state.tsx'
import { SecondFactorSetup } from '../accounts/second-factor-setup.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { useClient } from '../store.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

/** The second factor of whoever looks: a member of staff who loses a password loses nothing else. */
export default function AdminSecurityPage() {
  const client = useClient()
  const [factor, setFactor] = useState<SecondFactor | null>(null)
  const [round, setRound] = useState(0)
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { status, message, retry } = useLoad(`second-factor/${round}`, async (signal) => {
    const found = await loadSecondFactor(client)
    if (!signal.aborted) setFactor(found)
  })
  const reload = () => setRound((last) => last + 1)

  function show() {
    if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
    if (isSettingUp) {
      return (
        <SecondFactorSetup
          onLeave={() => {
            setSettingUp(false)
            reload()
          }}
          onConfirmed={(told) => {
            setSettingUp(false)
            setCodes(told)
            reload()
          }}
        />
      )
    }
    if (!factor && status === 'failed')
      return <ErrorState title="Error loading your second factor" text={message} onRetry={retry} />
    if (!factor) return <SecuritySkeleton />
    if (factor.since === null) return <SecondFactorOff onBegin={() => setSettingUp(true)} />
    return <SecondFactorOn since={factor.since} left={factor.recoveryCodesLeft} onRemoved={reload} />
  }

  return (
    <StaffPage
      title="Security"
      text="How you log in as staff. Your sessions end after 12 hours, whatever you set here."
    >
      <div className="max-w-2xl">{show()}</div>
    </StaffPage>
  )
}

const SecuritySkeleton = () => (
  <Loading label="Loading…" className="surface grid gap-4 p-5 wide:p-6">
    <Skeleton className="h-6 w-48" />
    <SkeletonText lines={3} />
    <Skeleton className="h-10 w-40" />
  </Loading>
)
