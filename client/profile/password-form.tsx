import { useState } from 'react'
import type { User } from '../../shared/accounts/schema.ts'
import { useAct } from '../lib/use-act.ts'
import { isFailure, useClient } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { PasswordInput } from '../ui/password-input.tsx'
import { PostForm } from '../ui/post-form.tsx'
import { useToast } from '../ui/toast.tsx'
import { changePassword } from './actions.ts'
import { type FieldErrors, parsePasswords, type PasswordValues } from './profile-fields.ts'

const emptyValues: PasswordValues = { oldPassword: '', newPassword: '', confirmation: '' }

/** The field that an error code is about. */
const fieldByErrorCode: Record<string, keyof PasswordValues> = {
  wrong_password: 'oldPassword',
  common_password: 'newPassword',
}

/** Changes the password after a confirmation, which logs out all other devices. */
export function PasswordForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstError] = useFocusFirstError()
  const [values, setValues] = useState(emptyValues)
  const [errors, setErrors] = useState<FieldErrors<PasswordValues>>({})
  const [isConfirming, setConfirming] = useState(false)

  const fieldProps = (name: keyof PasswordValues) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  const { busy, run } = useAct(
    async () => {
      const { input } = parsePasswords(values)
      if (input) await changePassword(client, input)
      setValues(emptyValues)
      onChanged()
      close()
      return 'Password updated successfully!'
    },
    {
      failed: 'Error updating password',
      unreached: 'Network error. Please try again.',
      onFailed(error) {
        const field = isFailure(error) && fieldByErrorCode[error.code]
        if (field) setErrors({ [field]: error.message })
        close()
      },
    },
  )

  function askToConfirm() {
    const parsed = parsePasswords(values)
    setErrors(parsed.errors)
    if (!parsed.firstError) return setConfirming(true)
    toast(parsed.firstError, { type: 'error' })
    focusFirstError()
  }

  function close() {
    setConfirming(false)
    focusFirstError()
  }

  return (
    <PostForm ref={form} aria-label="Change Password" className="surface grid gap-5 p-4 sm:p-6" onSubmit={askToConfirm}>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Current password" error={errors.oldPassword}>
        <PasswordInput {...fieldProps('oldPassword')} autoComplete="current-password" />
      </Field>
      <Field label="New password" error={errors.newPassword} hint="At least 6 characters. 12 or more is much safer.">
        <PasswordInput {...fieldProps('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" error={errors.confirmation}>
        <PasswordInput {...fieldProps('confirmation')} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-start max-sm:w-full">
        Update password
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Change your password?"
        text="You’ll stay logged in here. All other devices will be logged out."
        confirmLabel="Update password"
        busyLabel="Updating…"
        busy={busy}
        onConfirm={run}
        onClose={() => setConfirming(false)}
      />
    </PostForm>
  )
}
