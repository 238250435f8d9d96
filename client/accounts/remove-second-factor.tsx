import { useClient } from '../client-context.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { PostForm } from '../ui/post-form.tsx'
import { removeSecondFactor } from './second-factor-actions.ts'
import { useSecondFactorForm } from './use-second-factor-form.ts'

export function RemoveSecondFactor({ onRemoved, onClose }: { onRemoved: () => void; onClose: () => void }) {
  const client = useClient()
  const { form, values, errors, field, reject, busy, run } = useSecondFactorForm(async ({ password, code }) => {
    await removeSecondFactor(client, { password, code: code.trim() })
    return 'Two-factor authentication is off.'
  }, onRemoved)

  function remove() {
    if (busy) return
    if (!values.password) return reject('password', 'Current password is required')
    if (!values.code.trim()) return reject('code', 'Please enter the code')
    run()
  }

  return (
    <ConfirmDialog
      open
      title="Turn off two-factor authentication?"
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
