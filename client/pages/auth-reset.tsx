import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type AuthErrors, fieldOf, validatePasswords, firstError, passwordHint } from '../accounts/auth-fields.ts'
import { AuthPageFrame } from '../accounts/auth-page.tsx'
import { resetPassword } from '../accounts/link-actions.ts'
import { useLinkToken } from '../accounts/use-link-token.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { isFailure, useClient } from '../client-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { PasswordInput } from '../ui/password-input.tsx'
import { Note } from '../ui/note.tsx'
import { NeedsScripts, PostForm, useTypedBeforeHydration } from '../ui/post-form.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useToast } from '../ui/toast.tsx'

/** Between the success toast and the login page. */
const doneDelayMs = 1500

/** The target of the link for a forgotten password. */
export default function ResetPage() {
  const token = useLinkToken()
  const [linkError, setLinkError] = useState<string | null>(null)
  const error = token
    ? linkError
    : 'This link is incomplete. Please open it from the email again, or request a new one.'
  return (
    <AuthPageFrame title="Set a new password" description="Choose a new password for your Kade account.">
      {error ? <InvalidLink message={error} /> : <ResetForm token={token} onInvalid={setLinkError} />}
    </AuthPageFrame>
  )
}

const InvalidLink = ({ message }: { message: string }) => (
  <div className="grid gap-4">
    <div role="alert">
      <Note tone="bad">{message}</Note>
    </div>
    <ButtonLink href="/auth/forgot" variant="primary" size="large" wide>
      Send a new link
    </ButtonLink>
    <p className="text-center text-sm text-muted">
      <Link href="/auth" className="link py-3 font-medium wide:py-1">
        Back to login
      </Link>
    </p>
  </div>
)

function ResetForm({ token, onInvalid }: { token: string; onInvalid: (message: string) => void }) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const [form, focusFirstError] = useFocusFirstError()
  const [values, setValues] = useState({ password: '', confirmation: '' })
  const [errors, setErrors] = useState<AuthErrors>({})
  const [done, setDone] = useState(false)
  const hydrated = useHydrated()
  useTypedBeforeHydration(form, (typed) => setValues((current) => ({ ...current, ...typed })))

  const { busy, run } = useAct(save, {
    failed: 'Error updating password',
    unreached: 'Network error. Please try again.',
    onFailed(error) {
      const field = isFailure(error) && fieldOf[error.code]
      showErrors(field ? { [field]: errorMessage(error, 'Error updating password') } : {})
    },
  })

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate('/auth', { replace: true }), doneDelayMs)
    return () => clearTimeout(timer)
  }, [done, navigate])

  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    readOnly: busy || done,
    autoComplete: 'new-password',
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  async function save() {
    try {
      const message = await resetPassword(client, { token, password: values.password })
      setDone(true)
      return message
    } catch (error) {
      if (!isFailure(error) || error.code !== 'link_over') throw error
      onInvalid(error.message)
    }
  }

  function showErrors(found: AuthErrors) {
    setErrors(found)
    focusFirstError()
  }

  function submit() {
    if (done) return
    const invalid = validatePasswords(values.password, values.confirmation)
    const message = firstError(invalid)
    if (!message) return run()
    toast(message, { type: 'error' })
    showErrors(invalid)
  }

  return (
    <PostForm ref={form} className="grid gap-4" onSubmit={submit}>
      <p className="text-sm text-muted">This logs out every device that is logged in to your account.</p>
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
        disabled={!hydrated}
        busy={busy || done}
        busyLabel={done ? 'Done' : 'Saving…'}
      >
        Set the password
      </Button>
      <NeedsScripts what="Setting a new password" />
    </PostForm>
  )
}
