import { useState } from 'react'
import { RecoveryCodes } from '../accounts/recovery-codes.tsx'
import { loadSecondFactor, type SecondFactor } from '../accounts/second-factor-actions.ts'
import { SecondFactorOff, SecondFactorOn } from '../accounts/second-factor-state.tsx'
import { SecondFactorSetup } from '../accounts/second-factor-setup.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { useClient } from '../client-context.tsx'
import { Note } from '../ui/note.tsx'
import { Team } from '../accounts/staff/team.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

/** The second factor of the signed-in member of staff. */
export default function AdminSecurityPage() {
  const client = useClient()
  const [factor, setFactor] = useState<SecondFactor | null>(null)
  const [reloads, setReloads] = useState(0)
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { status, message, retry } = useLoad(`second-factor/${reloads}`, async (signal) => {
    const loaded = await loadSecondFactor(client)
    if (!signal.aborted) setFactor(loaded)
  })
  const reload = () => setReloads((count) => count + 1)

  function renderStep() {
    if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
    if (isSettingUp) {
      return (
        <SecondFactorSetup
          onCancel={() => {
            setSettingUp(false)
            reload()
          }}
          onConfirmed={(newCodes) => {
            setSettingUp(false)
            setCodes(newCodes)
            reload()
            // The connection was a customer's.
            if (factor?.required) client.connection.reconnect()
          }}
        />
      )
    }
    if (!factor && status === 'failed')
      return <ErrorState title="Error loading two-factor settings" text={message} onRetry={retry} />
    if (!factor) return <SecuritySkeleton />
    if (factor.since === null) return <SecondFactorOff onBegin={() => setSettingUp(true)} />
    return <SecondFactorOn since={factor.since} left={factor.recoveryCodesLeft} onRemoved={reload} />
  }

  return (
    <StaffPage title="Security" text="How you log in as staff. Staff sessions end after 12 hours.">
      <div className="grid max-w-2xl gap-6">
        {factor?.required && factor.since === null && (
          <Note tone="waiting" title="This store requires two-factor authentication">
            <p>Set it up to open the rest of the staff area.</p>
          </Note>
        )}
        {/* Stays from step to step, and so keeps the focus. */}
        <div role="group" aria-label="Two-factor authentication">
          {renderStep()}
        </div>
        {factor && !(factor.required && factor.since === null) && <Team canReset={factor.since !== null} />}
      </div>
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
