import { useState } from 'react'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { PasswordInput, TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { fieldOf, type Proof, removeSecondFactor } from './second-factor-actions.ts'

export function RemoveSecondFactor({ onRemoved, onClose }: { onRemoved: () => void; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstFault] = useFirstFault()
  const [values, setValues] = useState<Proof>({ password: '', code: '' })
  const [errors, setErrors] = useState<Partial<Proof>>({})
  const [busy, setBusy] = useState(false)

  const field = (name: keyof Proof) => ({
    name,
    value: values[name],
    readOnly: busy,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  function tell(faults: Partial<Proof>, message: string) {
    setErrors(faults)
    toast(message, { type: 'error' })
    focusFirstFault()
  }

  async function remove() {
    if (busy) return
    if (!values.password) return tell({ password: 'Current password is required' }, 'Current password is required')
    if (!values.code.trim()) return tell({ code: 'Please enter the code' }, 'Please enter the code')
    setBusy(true)
    try {
      await removeSecondFactor(client, { password: values.password, code: values.code.trim() })
      toast('Your second factor is off.', { type: 'success' })
      onRemoved()
    } catch (error) {
      setBusy(false)
      const message = tellFailure(error, 'An error occurred', 'Network error. Please try again.')
      const name = isFailure(error) && fieldOf[error.code]
      tell(name ? { [name]: message } : {}, message)
    }
  }

  return (
    <ConfirmDialog
      open
      title="Turn the second factor off?"
      text="From then on your password alone is enough to log in as you. Your recovery codes are gone with it."
      confirmLabel="Turn it off"
      busyLabel="Turning off…"
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
      >
        <Field label="Current password" error={errors.password}>
          <PasswordInput {...field('password')} autoComplete="current-password" />
        </Field>
        <Field label="Code" error={errors.code} hint="Of your authenticator app, or one of your recovery codes.">
          <TextInput
            {...field('code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
        </Field>
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  )
}
