import { useEffect, useEffectEvent } from 'react'
import { Link, useRoute } from 'wouter'
import { useClient, useStore } from '../client-context.tsx'
import { CountBadge } from '../ui/badge.tsx'
import { useLoad } from '../use-load.ts'
import { loadUnread } from './actions.ts'
import { openOutbox, sendUnreachable } from './send.ts'
import { unreadKey } from './store.ts'

/** The link to support with its unread count. While it is mounted, unsent messages are sent. */
export default function SupportLink() {
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? null)
  const unread = useStore((state) => state.support.unread)
  const [isCurrent] = useRoute('/support')
  // A failure is silent (docs/rules.md).
  useLoad(me && unreadKey, (signal) => loadUnread(client, signal))
  useOutbox(me)
  return (
    <Link
      href="/support"
      aria-current={isCurrent ? 'page' : undefined}
      className={isCurrent ? 'nav-link nav-link-here' : 'nav-link'}
    >
      Support{' '}
      {unread > 0 && (
        <>
          <span className="sr-only">{unread > 99 ? '99+' : unread} unread</span>
          <span className="ml-1.5 grid">
            <CountBadge count={unread} />
          </span>
        </>
      )}
    </Link>
  )
}

function useOutbox(me: string | null) {
  const client = useClient()
  const isLive = useStore((state) => state.connection.status === 'live')
  const open = useEffectEvent(() => openOutbox(client))
  useEffect(() => {
    if (me) open()
  }, [me])

  const resend = useEffectEvent(() => sendUnreachable(client))
  useEffect(() => {
    if (me && isLive) resend()
  }, [me, isLive])
}
