import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { TeamMember } from '../../../shared/accounts/second-factor-schema.ts'
import { isFailure, useClient, useStore } from '../../client-context.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { formatDate } from '../../lib/format-date.ts'
import { useAct } from '../../lib/use-act.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { StaffError } from '../../staff/staff-error.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { PostForm } from '../../ui/post-form.tsx'
import { Loading, Skeleton, SkeletonLine } from '../../ui/skeleton.tsx'
import { useLoad } from '../../use-load.ts'
import { loadTeam, resetSecondFactor } from './actions.ts'
import { teamKey } from './store.ts'

/** The staff and who has a second factor, which a colleague with one of their own can reset. */
export function Team({ canReset }: { canReset: boolean }) {
  const client = useClient()
  const ownId = useStore((state) => state.accounts.user?._id)
  const team = useStore((state) => state.staffCustomers.team)
  const { status, message, requestId, retry } = useLoad(teamKey, (signal) => loadTeam(client, signal))
  const [resetting, setResetting] = useState<TeamMember | null>(null)

  return (
    <section aria-labelledby="team" className="surface grid gap-4 p-5 wide:p-6">
      <h2 id="team" className="text-lg">
        Team
      </h2>
      {!team && status === 'failed' && (
        <StaffError title="Error loading the team" text={message} errorId={requestId} onRetry={retry} />
      )}
      {!team && status !== 'failed' && (
        <Loading label="Loading…" className="skeleton-group divide-y divide-line">
          {[1, 2].map((member) => (
            <div key={member} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <SkeletonLine className="w-36" />
                <div className="text-sm">
                  <SkeletonLine className="w-44" />
                </div>
              </div>
              <Skeleton className="skeleton-badge w-56" />
            </div>
          ))}
        </Loading>
      )}
      {team && (
        <ul className="divide-y divide-line">
          {team.map((member) => (
            <li key={member._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block font-medium">
                  {member.firstName} {member.lastName}
                  {member._id === ownId && <span className="font-normal text-muted"> (you)</span>}
                </span>
                <span className="block truncate text-sm text-muted" title={member.email}>
                  {member.email}
                </span>
              </span>
              {member.secondFactorSince === null ? (
                <Badge tone="waiting" icon={ShieldOff}>
                  No two-factor authentication
                </Badge>
              ) : (
                <Badge tone="good">Since {formatDate(member.secondFactorSince)}</Badge>
              )}
              {canReset && member._id !== ownId && member.secondFactorSince !== null && (
                <Button
                  size="small"
                  aria-label={`Reset two-factor authentication for ${member.firstName} ${member.lastName}`}
                  onClick={() => setResetting(member)}
                >
                  Reset
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {team && (
        <p className="text-sm text-muted">
          {canReset
            ? 'Reset a colleague’s two-factor authentication if they have lost their phone and their recovery codes. Make sure it’s really them who asks.'
            : 'Once you have set up two-factor authentication, you can help a colleague who has lost access.'}
        </p>
      )}
      {resetting && <ResetSecondFactor member={resetting} onClose={() => setResetting(null)} />}
    </section>
  )
}

function ResetSecondFactor({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const client = useClient()
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const { busy, run } = useAct(() => resetSecondFactor(client, member._id, code.trim()), {
    failed: 'An error occurred',
    unreached: 'Network error. Please try again.',
    onDone: onClose,
    onFailed: (failure) => {
      if (isFailure(failure) && failure.code === 'wrong_code') return setError(errorMessage(failure, 'Wrong code'))
      if (isFailure(failure)) onClose()
    },
  })

  function submit() {
    if (busy) return
    if (code.trim()) return run()
    setError('Please enter the code')
  }

  return (
    <ConfirmDialog
      open
      danger
      title={`Reset two-factor authentication for ${member.firstName}?`}
      text={`${member.firstName} will be logged out on all devices and can log in with the password alone. They are notified by email, and Staff activity records it.`}
      confirmLabel="Reset it"
      busyLabel="Resetting…"
      busy={busy}
      onConfirm={submit}
      onClose={onClose}
    >
      <PostForm onSubmit={submit}>
        <Field label="Your own code" error={error} hint="From your authenticator app, or one of your recovery codes.">
          <TextInput
            name="code"
            value={code}
            readOnly={busy}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            onChange={(event) => {
              setCode(event.target.value)
              setError('')
            }}
          />
        </Field>
        <button type="submit" hidden />
      </PostForm>
    </ConfirmDialog>
  )
}
