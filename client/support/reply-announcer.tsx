import { useRoute } from 'wouter'
import { useStore } from '../client-context.tsx'

/** Tells screen readers on every page that support has answered; the conversation itself reads the answer out. */
export function ReplyAnnouncer() {
  const reply = useStore((state) => state.support.lastReply)
  const unread = useStore((state) => state.support.unread)
  const [isOpen] = useRoute('/support')
  return (
    <p role="status" className="sr-only">
      {reply && unread > 0 && !isOpen && `New message from ${reply.name} at support, ${unread} unread`}
    </p>
  )
}
