import { CloudOff, MailCheck } from 'lucide-react'
import { useClient, useStore } from '../client-context.tsx'
import { Note } from '../ui/note.tsx'
import { dismissUnconfirmedEmail } from './actions.ts'

/** Notes about pending changes and an email address that has to be confirmed. */
export function ProfileNotes() {
  const client = useClient()
  const hasPending = useStore((state) => state.profile.pending !== null)
  const email = useStore((state) => state.accounts.user?.email)
  const unconfirmedEmail = useStore((state) => state.profile.unconfirmedEmail)
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {hasPending && (
        <Note tone="waiting" icon={CloudOff} title="Updated locally">
          Your changes are stored on this device and will be sent when you’re back online.
        </Note>
      )}
      {unconfirmedEmail && (
        <Note tone="accent" icon={MailCheck} title={`Open the link sent to ${unconfirmedEmail}`}>
          Until then, your current address {email} stays active.{' '}
          <button type="button" className="link" onClick={() => dismissUnconfirmedEmail(client)}>
            Hide this
          </button>
        </Note>
      )}
    </div>
  )
}
