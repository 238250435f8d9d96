import { useState } from 'react'
import type { User } from '../../shared/accounts.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { PasswordInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { changePassword } from './actions.ts'
import { type Faults, type PasswordValues, readPasswords } from './profile-fields.ts'

const noValues: PasswordValues = { oldPassword: '', newPassword: '', confirmation: '' }

/** Which field a refusal is about, by the store's code. */
const fieldOf: Record<string, keyof PasswordValues> = { wrong_password: 'oldPassword', common_password: 'newPassword' }

/** Another password, after a question: every other device is logged out by it. */
export function PasswordForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstFault] = useFirstFault()
  const [values, setValues] = useState(noValues)
  const [faults, setFaults] = useState<Faults<PasswordValues>>({})
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  const field = (name: keyof PasswordValues) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setFaults({ ...faults, [name]: undefined })
    },
  })

  function ask() {
    const { faults, fault } = readPasswords(values)
    setFaults(faults)
    if (!fault) return setAsking(true)
    toast(fault, { type: 'error' })
    focusFirstFault()
  }

  async function save() {
    const { asked } = readPasswords(values)
    if (!asked) return setAsking(false)
    setBusy(true)
    try {
      await changePassword(client, asked)
      setValues(noValues)
      onChanged()
      toast('Password updated successfully!', { type: 'success' })
    } catch (error) {
      toast(tellFailure(error, 'Error updating password', 'Network error. Please try again.'), { type: 'error' })
      const field = isFailure(error) && fieldOf[error.code]
      if (field) setFaults({ [field]: error.message })
    }
    setBusy(false)
    setAsking(false)
    focusFirstFault()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Change Password"
      className="grid max-w-md gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      {/* For password managers: whose password it is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Current password" error={faults.oldPassword}>
        <PasswordInput {...field('oldPassword')} autoComplete="current-password" />
      </Field>
      <Field
        label="New password"
        error={faults.newPassword}
        hint="At least 6 characters. With 12 or more it is much safer."
      >
        <PasswordInput {...field('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" error={faults.confirmation}>
        <PasswordInput {...field('confirmation')} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-start max-sm:w-full">
        Update password
      </Button>
      <ConfirmDialog
        open={asking}
        title="Change your password?"
        text="You stay logged in here. Every other device is logged out at once."
        confirmLabel="Update password"
        busyLabel="Updating…"
        busy={busy}
        onConfirm={() => void save()}
        onClose={() => setAsking(false)}
      />
    </form>
  )
}
