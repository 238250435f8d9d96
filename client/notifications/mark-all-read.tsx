import { useClient, useStore } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { Button } from '../ui/button.tsx'
import { markAllNotificationsRead } from './actions.ts'

/** Marks all notifications as read. */
export function MarkAllRead() {
  const client = useClient()
  // Until the list is loaded, nothing can be marked.
  const unread = useStore(({ notifications: { list, unread } }) => (list === null ? 0 : unread))
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
      className={unread === 0 ? 'text-muted' : ''}
      busy={busy}
      onClick={() => {
        if (unread > 0) run()
      }}
    >
      Mark all read
    </Button>
  )
}
