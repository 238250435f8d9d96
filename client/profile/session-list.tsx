import { MonitorSmartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OwnSession } from '../../shared/accounts/session-schema.ts'
import { deviceOf } from '../accounts/device.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { useNow } from '../lib/use-now.ts'
import { formatDateTime } from '../lib/format-date.ts'
import { useClient } from '../client-context.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { useAfterRender } from '../ui/use-after-render.ts'
import { useLoad } from '../use-load.ts'
import { EndSessions } from './end-sessions.tsx'
import { loadSessions } from './session-actions.ts'

const failure = 'Error loading your sessions'

/** The user's sessions; all but the current one can be ended. Loaded when shown, and again for another `reloadKey`. */
export function SessionList({ isShown, reloadKey }: { isShown: boolean; reloadKey: number }) {
  const client = useClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const afterRender = useAfterRender()
  const now = useNow(30_000)
  const [loaded, setLoaded] = useState<OwnSession[] | null>(null)
  const [endedCount, setEndedCount] = useState(0)
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null)
  const loading = useLoad(isShown ? `own-sessions/${reloadKey}/${endedCount}` : null, async (signal) => {
    const sessions = await loadSessions(client, signal)
    if (!signal.aborted) setLoaded(sessions)
  })
  useFailureToast(loading, failure)
  // Expiry has no event.
  const sessions = loaded?.filter(({ current, expiresAt }) => current || expiresAt > now)
  const others = sessions?.filter(({ current }) => !current) ?? []

  function handleEnded(target: OwnSession | 'others') {
    setLoaded(
      (before) => before && before.filter(({ _id, current }) => current || (target !== 'others' && _id !== target._id)),
    )
    setEndedCount((count) => count + 1)
    setEnding(null)
    // The button that had the focus is gone.
    afterRender(() => heading.current?.focus())
  }

  return (
    <section aria-labelledby="sessions">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-4">
        <h2 ref={heading} id="sessions" tabIndex={-1} className="text-lg outline-none">
          Your sessions
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
            <SessionRow key={session._id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      ) : loading.status === 'failed' ? (
        <ErrorState className="surface" title={failure} text={loading.message} onRetry={loading.retry} />
      ) : (
        <Loading
          label="Loading your sessions…"
          className="surface skeleton-group skeleton-rows divide-y divide-line text-sm"
        >
          {[1, 2].map((row) => (
            <div key={row} className="flex min-h-14 items-center gap-3 px-4 py-2.5">
              <Skeleton className="size-4.5 flex-none" />
              <div className="min-w-0 flex-1">
                <SkeletonLine className="w-36" />
                <div className="text-xs">
                  <SkeletonLine className="w-44" />
                </div>
              </div>
              <Skeleton className="skeleton-badge w-20" />
            </div>
          ))}
        </Loading>
      )}
      {ending && <EndSessions target={ending} onEnded={() => handleEnded(ending)} onClose={() => setEnding(null)} />}
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const device = deviceOf(session.userAgent)
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2.5 max-tight:flex-wrap">
      <MonitorSmartphone size={18} strokeWidth={1.75} className="flex-none text-muted" />
      <span className="min-w-0 flex-1 max-tight:basis-full">
        <span className="block" title={session.userAgent}>
          {device}
        </span>
        <span className="text-xs text-muted">Since {formatDateTime(session.createdAt)}</span>
      </span>
      {session.current ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <Button size="small" aria-label={`End ${device}, since ${formatDateTime(session.createdAt)}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
