import { useState } from 'react'
import { isFailure, useClient } from '../client-context.tsx'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field, useFocusFirstError } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { PostForm } from '../ui/post-form.tsx'
import { useToast } from '../ui/toast.tsx'
import { fieldOf, type Proof, removeSecondFactor } from './second-factor-actions.ts'

export function RemoveSecondFactor({ onRemoved, onClose }: { onRemoved: () => void; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstError] = useFocusFirstError()
  const [values, setValues] = useState<Proof>({ password: '', code: '' })
  const [errors, setErrors] = useState<Partial<Proof>>({})

  const { busy, run } = useAct(
    async () => {
      await removeSecondFactor(client, { password: values.password, code: values.code.trim() })
      return 'Your second factor is off.'
    },
    {
      failed: 'An error occurred',
      unreached: 'Network error. Please try again.',
      onDone: onRemoved,
      onFailed(error) {
        const field = isFailure(error) && fieldOf[error.code]
        showErrors(field ? { [field]: errorMessage(error, 'An error occurred') } : {})
      },
    },
  )

  const field = (name: keyof Proof) => ({
    name,
    value: values[name],
    readOnly: busy,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  function showErrors(found: Partial<Proof>) {
    setErrors(found)
    focusFirstError()
  }

  function reject(name: keyof Proof, message: string) {
    toast(message, { type: 'error' })
    showErrors({ [name]: message })
  }

  function remove() {
    if (busy) return
    if (!values.password) return reject('password', 'Current password is required')
    if (!values.code.trim()) return reject('code', 'Please enter the code')
    run()
  }

  return (
    <ConfirmDialog
      open
      title="Turn the second factor off?"
      text="After that, your password alone is enough to log in. Your recovery codes stop working."
      confirmLabel="Turn it off"
      busyLabel="Turning off…"
      danger
      busy={busy}
      onConfirm={remove}
      onClose={onClose}
    >
      <PostForm ref={form} className="grid gap-4" onSubmit={remove}>
        <Field label="Current password" error={errors.password}>
          <PasswordInput {...field('password')} autoComplete="current-password" />
        </Field>
        <Field label="Code" error={errors.code} hint="From your authenticator app, or one of your recovery codes.">
          <TextInput
            {...field('code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
        </Field>
        <button type="submit" hidden />
      </PostForm>
    </ConfirmDialog>
  )
}
