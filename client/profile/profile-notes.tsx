import { CloudOff, MailCheck } from 'lucide-react'
import { useClient, useStore } from '../store.tsx'
import { Note } from '../ui/note.tsx'
import { forgetUnconfirmed } from './actions.ts'

/** What of the profile is not settled yet: a change that waits on this device, an address that waits for its link. */
export function ProfileNotes() {
  const client = useClient()
  const waits = useStore((state) => state.profile.waiting !== null)
  const email = useStore((state) => state.accounts.user?.email)
  const unconfirmed = useStore((state) => state.profile.unconfirmed)
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {waits && (
        <Note tone="waiting" icon={CloudOff} title="Updated locally">
          Your change is kept on this device. It is sent by itself when the connection is back.
        </Note>
      )}
      {unconfirmed && (
        <Note tone="accent" icon={MailCheck} title={`Open the link sent to ${unconfirmed}`}>
          Until then your address stays {email}.{' '}
          <button type="button" className="link" onClick={() => forgetUnconfirmed(client)}>
            Hide this
          </button>
        </Note>
      )}
    </div>
  )
}
