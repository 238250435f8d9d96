import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { validateEmail } from '../accounts/auth-fields.ts'
import { AuthPageFrame } from '../accounts/auth-page.tsx'
import { forgotPassword } from '../accounts/link-actions.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { TextInput } from '../ui/input.tsx'
import { Note } from '../ui/note.tsx'
import { NeedsScripts, PostForm, useTypedBeforeHydration } from '../ui/post-form.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useToast } from '../ui/toast.tsx'

/** Requests an email with a link for setting a new password. */
export default function ForgotPage() {
  const [sent, setSent] = useState<{ email: string; message: string } | null>(null)
  return (
    <AuthPageFrame
      title="Forgot your password?"
      description="Get a link by email to set a new password for your Kade account."
    >
      {sent ? <Sent {...sent} onAgain={() => setSent(null)} /> : <ForgotForm onSent={setSent} />}
      <p className="mt-4 text-center text-sm text-muted">
        <Link href="/auth" className="link py-3 font-medium wide:py-1">
          Back to login
        </Link>
      </p>
    </AuthPageFrame>
  )
}

function ForgotForm({ onSent }: { onSent: (sent: { email: string; message: string }) => void }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstError] = useFocusFirstError()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const hydrated = useHydrated()
  useTypedBeforeHydration(form, (typed) => setEmail(typed.email ?? ''))
  const { busy, run } = useAct(
    async () => onSent({ email: email.trim(), message: await forgotPassword(client, email.trim()) }),
    { failed: 'An error occurred', unreached: 'Network error. Please try again.' },
  )

  function submit() {
    const invalid = validateEmail(email)
    setError(invalid)
    if (!invalid) return run()
    toast(invalid, { type: 'error' })
    focusFirstError()
  }

  return (
    <PostForm ref={form} className="grid gap-4" onSubmit={submit}>
      <p className="text-sm text-muted">Enter your email address, and we’ll send you a link to set a new password.</p>
      <Field label="Email" error={error}>
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          readOnly={busy}
          onChange={(event) => {
            setEmail(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" wide disabled={!hydrated} busy={busy} busyLabel="Sending…">
        Send the link
      </Button>
      <NeedsScripts what="Setting a new password" />
    </PostForm>
  )
}

function Sent({ email, message, onAgain }: { email: string; message: string; onAgain: () => void }) {
  const demo = useStore((state) => state.config?.demo ?? false)
  return (
    <div className="grid gap-4">
      <div role="status">
        <Note tone="good" icon={MailCheck} title="Check your inbox">
          <p className="[overflow-wrap:anywhere]">
            {message} You entered <strong className="font-medium">{email}</strong>. The link works for 30 minutes.
          </p>
        </Note>
      </div>
      {demo && (
        <Note title="This is a demo store">
          <p className="text-muted">
            On the machine that runs the store, its emails are shown at the address that it printed when it started.
          </p>
        </Note>
      )}
      <div className="grid justify-items-start text-sm">
        <p className="text-muted">Nothing there after a few minutes? Check your spam folder.</p>
        <button type="button" className="link py-3 wide:py-1" onClick={onAgain}>
          Try another address
        </button>
      </div>
    </div>
  )
}
