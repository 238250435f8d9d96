import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../../shared/accounts/session-schema.ts'
import type { Customer } from '../../../shared/accounts/staff-schema.ts'
import { deviceOf } from '../device.ts'
import { useNow } from '../../lib/use-now.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useClient } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAct } from '../../lib/use-act.ts'
import { endSessions } from './actions.ts'

/** A customer's sessions, which staff can end. */
export function CustomerSessions({ customer, sessions: loaded }: { customer: Customer; sessions: Session[] }) {
  const now = useNow(30_000)
  // Expiry has no event.
  const sessions = loaded.filter(({ expiresAt }) => expiresAt > now)
  const [ending, setEnding] = useState<Session | 'all' | null>(null)
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="mb-2 flex items-center justify-between gap-4 text-lg">
        Sessions
        {sessions.length > 1 && (
          <Button size="small" onClick={() => setEnding('all')}>
            End all
          </Button>
        )}
      </h2>
      {sessions.length === 0 ? (
        <p className="surface p-4 text-sm text-muted">No active sessions</p>
      ) : (
        <ul className="surface divide-y divide-line text-sm">
          {sessions.map((session) => (
            <li key={session._id} className="flex items-center gap-3 px-4 max-tight:flex-wrap py-2.5">
              <MonitorSmartphone size={18} strokeWidth={1.75} className="flex-none text-muted" />
              <span className="min-w-0 flex-1 max-tight:basis-full">
                <span className="block" title={session.userAgent}>
                  {deviceOf(session.userAgent)}
                </span>
                <span className="text-xs text-muted">Since {formatDateTime(session.createdAt)}</span>
              </span>
              <Button size="small" onClick={() => setEnding(session)}>
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ending && <EndSessions customer={customer} target={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

type EndSessionsProps = { customer: Customer; target: Session | 'all'; onClose: () => void }

function EndSessions({ customer, target, onClose }: EndSessionsProps) {
  const client = useClient()

  const { busy, run } = useAct(() => endSessions(client, customer._id, target === 'all' ? undefined : target._id), {
    failed: 'The session could not be ended',
    onDone: onClose,
  })

  return (
    <ConfirmDialog
      open
      danger
      title={target === 'all' ? 'End all sessions?' : 'End this session?'}
      text={
        target === 'all'
          ? `${customer.firstName} will be logged out on all devices.`
          : `${customer.firstName} will be logged out on ${deviceOf(target.userAgent)}.`
      }
      confirmLabel={target === 'all' ? 'End all sessions' : 'End session'}
      busyLabel="Ending…"
      busy={busy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
