import { useEffect, useEffectEvent } from 'react'
import { Link, useRoute } from 'wouter'
import { useClient, useStore } from '../store.tsx'
import { CountBadge } from '../ui/badge.tsx'
import { useLoad } from '../use-load.ts'
import { loadUnread } from './actions.ts'
import { openOutbox, sendAgain } from './send.ts'
import { unreadKey } from './store.ts'

/** The way to support, with how much of it is unread. As long as it is there, unsent messages are sent. */
export default function SupportLink() {
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? null)
  const unread = useStore((state) => state.support.unread)
  const [isHere] = useRoute('/support')
  // A count that did not come is passed over in silence (SPEC.md §8).
  useLoad(me && unreadKey, (signal) => loadUnread(client, signal))
  useOutbox(me)
  return (
    <Link
      href="/support"
      aria-label={labelOf(unread)}
      aria-current={isHere ? 'page' : undefined}
      className={isHere ? 'nav-link nav-link-here' : 'nav-link'}
    >
      Support
      {unread > 0 && (
        <span className="ml-1.5 grid">
          <CountBadge count={unread} />
        </span>
      )}
    </Link>
  )
}

const labelOf = (unread: number) => (unread === 0 ? 'Support' : `Support, ${unread > 99 ? '99+' : unread} unread`)

function useOutbox(me: string | null) {
  const client = useClient()
  const isLive = useStore((state) => state.connection.status === 'live')
  const open = useEffectEvent(() => openOutbox(client))
  useEffect(() => {
    if (me) open()
  }, [me])

  const again = useEffectEvent(() => sendAgain(client))
  useEffect(() => {
    if (me && isLive) again()
  }, [me, isLive])
}
