import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type AuthErrors, fieldOf, findPasswordFaults, firstFault, passwordHint } from '../accounts/auth-fields.ts'
import { AuthPageFrame } from '../accounts/auth-page.tsx'
import { resetPassword } from '../accounts/link-actions.ts'
import { useLinkToken } from '../accounts/use-link-token.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient } from '../store.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { PasswordInput } from '../ui/input.tsx'
import { Note } from '../ui/note.tsx'
import { useToast } from '../ui/toast.tsx'

/** Between the toast and the login, in milliseconds. */
const pause = 1500

/** Where the link for a forgotten password leads. */
export default function ResetPage() {
  const token = useLinkToken()
  const [over, setOver] = useState<string | null>(null)
  const fault = token ? over : 'This link is not whole. Please open it from the letter again, or have a new one sent.'
  return (
    <AuthPageFrame title="Set a new password" description="Choose a new password for your Kade account.">
      {fault ? <Over message={fault} /> : <Choose token={token} onOver={setOver} />}
    </AuthPageFrame>
  )
}

const Over = ({ message }: { message: string }) => (
  <div className="grid gap-4">
    <div role="alert">
      <Note tone="bad">{message}</Note>
    </div>
    <ButtonLink href="/auth/forgot" variant="primary" size="large" wide>
      Send a new link
    </ButtonLink>
  </div>
)

function Choose({ token, onOver }: { token: string; onOver: (message: string) => void }) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const [form, focusFirstFault] = useFirstFault()
  const [values, setValues] = useState({ password: '', confirmation: '' })
  const [errors, setErrors] = useState<AuthErrors>({})
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')

  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => navigate('/auth', { replace: true }), pause)
    return () => clearTimeout(timer)
  }, [state, navigate])

  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    readOnly: state !== 'idle',
    autoComplete: 'new-password',
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  function tell(faults: AuthErrors, message: string) {
    setErrors(faults)
    toast(message, { type: 'error' })
    focusFirstFault()
  }

  async function submit() {
    const faults = findPasswordFaults(values.password, values.confirmation)
    const fault = firstFault(faults)
    if (fault) return tell(faults, fault)
    setState('busy')
    try {
      toast(await resetPassword(client, { token, password: values.password }), { type: 'success' })
      setState('done')
    } catch (error) {
      setState('idle')
      if (isFailure(error) && error.code === 'link_over') return onOver(error.message)
      const field = isFailure(error) && fieldOf[error.code]
      const message = tellFailure(error, 'Error updating password', 'Network error. Please try again.')
      tell(field ? { [field]: message } : {}, message)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (state === 'idle') void submit()
      }}
    >
      <p className="text-muted">Every device that is logged in to your account is logged out.</p>
      <Field label="New password" error={errors.password} hint={passwordHint}>
        <PasswordInput {...field('password')} />
      </Field>
      <Field label="Confirm new password" error={errors.confirmation}>
        <PasswordInput {...field('confirmation')} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={state !== 'idle'}
        busyLabel={state === 'done' ? 'Done' : 'Saving…'}
      >
        Set the password
      </Button>
    </form>
  )
}
