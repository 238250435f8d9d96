import { useClient, useStore } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { markAllNotificationsRead } from './actions.ts'

/** Marks all notifications as read. Until they are loaded, it only takes its space. */
export function MarkAllRead() {
  const client = useClient()
  const isLoaded = useStore((state) => state.notifications.list !== null)
  const unread = useStore((state) => state.notifications.unread)
  const { busy, run } = useAct(
    async () => {
      await markAllNotificationsRead(client)
    },
    { failed: 'Network error' },
  )

  // Not `disabled`, which would take the focus from it.
  return (
    <Button
      variant="plain"
      size="small"
      aria-disabled={unread === 0}
      className={classNames(!isLoaded && 'invisible', unread === 0 && 'text-muted')}
      busy={busy}
      onClick={() => {
        if (unread > 0) run()
      }}
    >
      Mark all read
    </Button>
  )
}
