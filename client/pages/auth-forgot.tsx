import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { findEmailFault } from '../accounts/auth-fields.ts'
import { AuthPageFrame } from '../accounts/auth-page.tsx'
import { forgotPassword } from '../accounts/link-actions.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { Note } from '../ui/note.tsx'
import { useToast } from '../ui/toast.tsx'

/** Having a link sent with which to set a new password. */
export default function ForgotPage() {
  const [sent, setSent] = useState<{ email: string; message: string } | null>(null)
  return (
    <AuthPageFrame
      title="Forgot your password?"
      description="Have a link sent with which you set a new password for your Kade account."
    >
      {sent ? <Sent {...sent} onAgain={() => setSent(null)} /> : <Ask onSent={setSent} />}
      <p className="mt-4 text-center text-sm text-muted">
        <Link href="/auth" className="link py-3 font-medium wide:py-1">
          Back to login
        </Link>
      </p>
    </AuthPageFrame>
  )
}

function Ask({ onSent }: { onSent: (sent: { email: string; message: string }) => void }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstFault] = useFirstFault()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit() {
    const fault = findEmailFault(email)
    setError(fault)
    if (fault) {
      toast(fault, { type: 'error' })
      return focusFirstFault()
    }
    setBusy(true)
    try {
      onSent({ email: email.trim(), message: await forgotPassword(client, email.trim()) })
    } catch (error) {
      toast(tellFailure(error, 'An error occurred', 'Network error. Please try again.'), { type: 'error' })
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <p className="text-muted">Enter your email address. We send you a link with which you choose a new one.</p>
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
      <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel="Sending…">
        Send the link
      </Button>
    </form>
  )
}

function Sent({ email, message, onAgain }: { email: string; message: string; onAgain: () => void }) {
  const demo = useStore((state) => state.config?.demo ?? false)
  return (
    <div className="grid gap-4">
      <div role="status">
        <Note tone="good" icon={MailCheck} title="Look into your mailbox">
          <p className="[overflow-wrap:anywhere]">
            {message} It was asked for <strong className="font-medium">{email}</strong>, and works for 30 minutes.
          </p>
        </Note>
      </div>
      {demo && (
        <Note title="This is a demo store">
          <p className="text-muted">
            On the store’s own machine, its letters are shown at{' '}
            <a href="/dev/mail" className="link">
              /dev/mail
            </a>
            .
          </p>
        </Note>
      )}
      <div className="grid justify-items-start text-sm">
        <p className="text-muted">Nothing there after a few minutes? Look among the spam.</p>
        <button type="button" className="link py-3 wide:py-1" onClick={onAgain}>
          Try another address
        </button>
      </div>
    </div>
  )
}
