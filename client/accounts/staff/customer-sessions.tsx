import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { Customer, Session } from '../../shared/staff.ts'
import { deviceOf } from '../accounts/device.ts'
import { useNow } from '../orders/use-now.ts'
import { dayAndTimeOf } from '../orders/when.ts'
import { useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useAct } from '../use-act.ts'
import { endSessions } from './desk-actions.ts'

/** Where a customer is signed in, each to be ended. */
export function CustomerSessions({ customer, sessions: told }: { customer: Customer; sessions: Session[] }) {
  const now = useNow(30_000)
  // One that runs out does so without a word.
  const sessions = told.filter(({ expiresAt }) => expiresAt > now)
  const [ending, setEnding] = useState<Session | 'all' | null>(null)
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="mb-2 flex items-center justify-between gap-4 text-lg">
        Signed in
        {sessions.length > 1 && (
          <Button size="small" onClick={() => setEnding('all')}>
            End all
          </Button>
        )}
      </h2>
      {sessions.length === 0 ? (
        <p className="surface p-4 text-sm text-muted">Not signed in anywhere</p>
      ) : (
        <ul className="surface divide-y divide-line text-sm">
          {sessions.map((session) => (
            <li key={session._id} className="flex items-center gap-3 px-4 py-2.5">
              <MonitorSmartphone size={18} strokeWidth={1.75} className="flex-none text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block truncate" title={session.userAgent}>
                  {deviceOf(session.userAgent)}
                </span>
                <span className="text-xs text-muted">Since {dayAndTimeOf(session.createdAt)}</span>
              </span>
              <Button size="small" onClick={() => setEnding(session)}>
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ending && <End customer={customer} which={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

function End({ customer, which, onClose }: { customer: Customer; which: Session | 'all'; onClose: () => void }) {
  const client = useClient()

  const doing = useAct(
    async () => (await endSessions(client, customer._id, which === 'all' ? undefined : which._id)).message,
    { failed: 'Error ending the session' },
    onClose,
  )

  return (
    <ConfirmDialog
      open
      danger
      title={which === 'all' ? 'End all sessions?' : 'End this session?'}
      text={
        which === 'all'
          ? `${customer.firstName} is signed out everywhere at once.`
          : `${customer.firstName} is signed out at once: ${deviceOf(which.userAgent)}.`
      }
      confirmLabel={which === 'all' ? 'End all sessions' : 'End session'}
      busyLabel="Ending…"
      {...doing}
      onClose={onClose}
    />
  )
}
