import { MonitorSmartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OwnSession } from '../../shared/profile-calls.ts'
import { deviceOf } from '../accounts/device.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { useNow } from '../orders/use-now.ts'
import { dayAndTimeOf } from '../orders/when.ts'
import { useClient } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useAfterRender } from '../ui/use-after-render.ts'
import { useLoad } from '../use-load.ts'
import { EndSessions } from './end-sessions.tsx'
import { loadSessions } from './session-actions.ts'

const failure = 'Error loading where you are signed in'

/** Where one is signed in, each but this one to be ended. Looked up anew when shown, and for each of one's changes. */
export function OwnSessions({ shown, changes }: { shown: boolean; changes: number }) {
  const client = useClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const afterRender = useAfterRender()
  const now = useNow(30_000)
  const [told, setTold] = useState<OwnSession[] | null>(null)
  const [round, setRound] = useState(0)
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null)
  const loading = useLoad(shown ? `own-sessions/${changes}/${round}` : null, async (signal) => {
    const found = await loadSessions(client, signal)
    if (!signal.aborted) setTold(found)
  })
  useFailureToast(loading, failure)
  // One that runs out does so without a word.
  const sessions = told?.filter(({ current, expiresAt }) => current || expiresAt > now)
  const others = sessions?.filter(({ current }) => !current) ?? []

  /** The button that asked for it goes with its session. */
  function ended(which: OwnSession | 'others') {
    setTold(
      (before) => before && before.filter(({ _id, current }) => current || (which !== 'others' && _id !== which._id)),
    )
    setRound((before) => before + 1)
    setEnding(null)
    afterRender(() => heading.current?.focus())
  }

  return (
    <section aria-labelledby="signed-in" className="max-w-2xl">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-4">
        <h2 ref={heading} id="signed-in" tabIndex={-1} className="text-lg outline-none">
          Signed in
        </h2>
        {others.length > 1 && (
          <Button size="small" onClick={() => setEnding('others')}>
            End all others
          </Button>
        )}
      </div>
      {sessions ? (
        <ul className="surface divide-y divide-line text-sm">
          {sessions.map((session) => (
            <Row key={session._id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      ) : loading.status === 'failed' ? (
        <ErrorState className="surface" title={failure} text={loading.message} onRetry={loading.retry} />
      ) : (
        <Loading label="Loading where you are signed in…">
          <Skeleton className="h-28 w-full rounded-lg" />
        </Loading>
      )}
      {ending && <EndSessions which={ending} onEnded={() => ended(ending)} onClose={() => setEnding(null)} />}
    </section>
  )
}

function Row({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const device = deviceOf(session.userAgent)
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2.5">
      <MonitorSmartphone size={18} strokeWidth={1.75} className="flex-none text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={session.userAgent}>
          {device}
        </span>
        <span className="text-xs text-muted">Since {dayAndTimeOf(session.createdAt)}</span>
      </span>
      {session.current ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <Button size="small" aria-label={`End ${device}, since ${dayAndTimeOf(session.createdAt)}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
