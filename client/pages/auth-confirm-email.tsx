import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AuthPageFrame } from '../accounts/auth-page.tsx'
import { confirmEmail } from '../accounts/link-actions.ts'
import { useLinkToken } from '../accounts/use-link-token.ts'
import { isNetwork, messageOf, useClient, useStore } from '../store.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Spinner } from '../ui/spinner.tsx'

type Outcome = { status: 'asking' } | { status: 'done' | 'over' | 'unreached'; message: string }

/** Where the link sent to a new address leads: to open it is to confirm it. */
export default function ConfirmEmailPage() {
  const client = useClient()
  const token = useLinkToken()
  const isSignedIn = useStore((state) => state.accounts.user !== null)
  const [outcome, setOutcome] = useState<Outcome>({ status: 'asking' })
  const asked = useRef(false)

  async function confirm() {
    setOutcome({ status: 'asking' })
    try {
      setOutcome({ status: 'done', message: await confirmEmail(client, token) })
    } catch (error) {
      const unreached = isNetwork(error)
      setOutcome({
        status: unreached ? 'unreached' : 'over',
        message: unreached ? 'Network error. Please try again.' : messageOf(error),
      })
    }
  }

  const begin = useEffectEvent(() => {
    // A link is good once.
    if (asked.current) return
    asked.current = true
    if (token) void confirm()
    else setOutcome({ status: 'over', message: 'This link is not whole. Please open it from the letter again.' })
  })
  useEffect(() => begin(), [])

  return (
    <AuthPageFrame title="Confirm your email address" description="Confirm the new email address of your Kade account.">
      {outcome.status === 'asking' ? (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner />
          One moment…
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
              {isSignedIn ? 'To your account settings' : 'Log in'}
            </ButtonLink>
          )}
        </div>
      )}
    </AuthPageFrame>
  )
}
