import { useState } from 'react'
import type { OwnSession } from '../../shared/accounts/session-schema.ts'
import { deviceOf } from '../accounts/device.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { isFailure, useClient } from '../client-context.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { PasswordInput } from '../ui/password-input.tsx'
import { PostForm } from '../ui/post-form.tsx'
import { useToast } from '../ui/toast.tsx'
import { endSessions } from './session-actions.ts'

const texts = { failed: 'Error ending the session', unreached: 'Network error. Please try again.' }

type EndSessionsProps = { target: OwnSession | 'others'; onEnded: () => void; onClose: () => void }

/** Ends sessions after asking for the password, so that an unlocked device can't log out its owner elsewhere. */
export function EndSessions({ target, onEnded, onClose }: EndSessionsProps) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstError] = useFocusFirstError()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const { busy, run } = useAct(
    () => endSessions(client, { password, ...(target !== 'others' && { sessionId: target._id }) }),
    {
      ...texts,
      onDone: onEnded,
      onFailed(failure) {
        const isWrongPassword = isFailure(failure) && failure.code === 'wrong_password'
        setError(isWrongPassword ? errorMessage(failure, texts.failed) : '')
        focusFirstError()
        // The session had already ended.
        if (isFailure(failure) && failure.code === 'not_found') onEnded()
      },
    },
  )

  function submit() {
    if (password) return run()
    const message = 'Current password is required'
    setError(message)
    toast(message, { type: 'error' })
    focusFirstError()
  }

  return (
    <ConfirmDialog
      open
      title={target === 'others' ? 'End all other sessions?' : 'End this session?'}
      text={
        target === 'others'
          ? 'You’ll stay logged in here. All other devices will be logged out.'
          : `${deviceOf(target.userAgent)} will be logged out.`
      }
      confirmLabel={target === 'others' ? 'End all others' : 'End session'}
      busyLabel="Ending…"
      danger
      busy={busy}
      onConfirm={submit}
      onClose={onClose}
    >
      <PostForm ref={form} onSubmit={submit}>
        <Field label="Current password" error={error}>
          <PasswordInput
            value={password}
            readOnly={busy}
            autoComplete="current-password"
            onChange={(event) => {
              setPassword(event.target.value)
              setError('')
            }}
          />
        </Field>
        <button type="submit" hidden />
      </PostForm>
    </ConfirmDialog>
  )
}
