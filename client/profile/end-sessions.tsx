import { useState } from 'react'
import type { OwnSession } from '../../shared/profile-calls.ts'
import { deviceOf } from '../accounts/device.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { PasswordInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { endSessions } from './session-actions.ts'

type Props = { which: OwnSession | 'others'; onEnded: () => void; onClose: () => void }

/** Asks for the password: whoever finds a device unlocked does not sign its owner out elsewhere. */
export function EndSessions({ which, onEnded, onClose }: Props) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstFault] = useFirstFault()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const all = which === 'others'

  function tell(message: string, isFault: boolean) {
    setFault(isFault ? message : '')
    toast(message, { type: 'error' })
    focusFirstFault()
  }

  async function end() {
    if (busy) return
    if (!password) return tell('Current password is required', true)
    setBusy(true)
    try {
      toast(await endSessions(client, { password, ...(!all && { sessionId: which._id }) }), { type: 'success' })
      onEnded()
    } catch (error) {
      setBusy(false)
      tell(
        tellFailure(error, 'Error ending the session', 'Network error. Please try again.'),
        isFailure(error) && error.code === 'wrong_password',
      )
      // It was over before.
      if (isFailure(error) && error.code === 'not_found') onEnded()
    }
  }

  return (
    <ConfirmDialog
      open
      title={all ? 'End all other sessions?' : 'End this session?'}
      text={
        all
          ? 'You stay logged in here. Every other device is logged out at once.'
          : `You are logged out there at once: ${deviceOf(which.userAgent)}.`
      }
      confirmLabel={all ? 'End all others' : 'End session'}
      busyLabel="Ending…"
      danger
      busy={busy}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void end()
        }}
      >
        <Field label="Current password" error={fault}>
          <PasswordInput
            value={password}
            readOnly={busy}
            autoComplete="current-password"
            onChange={(event) => {
              setPassword(event.target.value)
              setFault('')
            }}
          />
        </Field>
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  )
}
