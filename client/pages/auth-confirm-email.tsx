import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AuthPageFrame } from '../accounts/auth-page.tsx'
import { confirmEmail } from '../accounts/link-actions.ts'
import { useLinkToken } from '../accounts/use-link-token.ts'
import { isNetworkError, messageOf, useClient, useStore } from '../client-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Spinner } from '../ui/spinner.tsx'

type Outcome = { status: 'sending' } | { status: 'done' | 'invalid' | 'unreached'; message: string }

/** The target of the link sent to a new email address. Opening it confirms the address. */
export default function ConfirmEmailPage() {
  const client = useClient()
  const token = useLinkToken()
  const isSignedIn = useStore((state) => state.accounts.user !== null)
  const [outcome, setOutcome] = useState<Outcome>({ status: 'sending' })
  const isSent = useRef(false)

  async function confirm() {
    setOutcome({ status: 'sending' })
    try {
      setOutcome({ status: 'done', message: await confirmEmail(client, token) })
    } catch (error) {
      const unreached = isNetworkError(error)
      setOutcome({
        status: unreached ? 'unreached' : 'invalid',
        message: unreached ? 'Network error. Please try again.' : messageOf(error),
      })
    }
  }

  const confirmOnce = useEffectEvent(() => {
    // A link works once, and effects may run twice.
    if (isSent.current) return
    isSent.current = true
    if (token) void confirm()
    else setOutcome({ status: 'invalid', message: 'This link is incomplete. Please open it from the email again.' })
  })
  useEffect(() => confirmOnce(), [])

  return (
    <AuthPageFrame title="Confirm your email address" description="Confirm the new email address of your Kade account.">
      {outcome.status === 'sending' ? (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner />
          Confirming…
        </p>
      ) : (
        <div className="grid gap-4">
          <div role={outcome.status === 'done' ? 'status' : 'alert'}>
            <Note tone={outcome.status === 'done' ? 'good' : 'bad'}>{outcome.message}</Note>
          </div>
          {outcome.status === 'unreached' ? (
            <Button variant="primary" size="large" wide onClick={() => void confirm()}>
              Try again
            </Button>
          ) : (
            <ButtonLink href={isSignedIn ? '/profile' : '/auth?from=%2Fprofile'} variant="primary" size="large" wide>
              {isSignedIn ? 'Go to account settings' : 'Log in'}
            </ButtonLink>
          )}
        </div>
      )}
    </AuthPageFrame>
  )
}
