import { MessagesSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { orderNumber } from '../../shared/orders/rules.ts'
import { maxMessageLength } from '../../shared/support/schema.ts'
import { PageHead } from '../layout/page-head.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { AttachmentCard } from '../support/attachment-card.tsx'
import { Composer, type ComposerHandle } from '../support/composer.tsx'
import { Conversation, ThreadSkeleton } from '../support/conversation.tsx'
import { CustomerPicker } from '../support/customer-picker.tsx'
import { PresenceLine } from '../support/presence-line.tsx'
import { SupportAside } from '../support/support-aside.tsx'
import { sendMessage } from '../support/send.ts'
import { useDraft } from '../support/use-draft.ts'
import { useFailedToast } from '../support/use-failed-toast.ts'
import { useTypingNotifier } from '../support/use-typing.ts'
import { keepToastsAbove } from '../ui/keep-toasts-above.ts'
import { useAfterRender } from '../ui/use-after-render.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** The customer's conversation with support. */
export default function SupportPage() {
  const me = useStore((state) => state.accounts.user?._id ?? null)
  const unread = useStore((state) => state.support.unread)
  return (
    <div className="page-column flex flex-1 flex-col py-4 wide:grid wide:grid-cols-[minmax(0,1fr)_17rem] wide:gap-10 wide:py-7">
      <PageHead
        title={unread > 0 ? `(${unread}) Support` : 'Support'}
        description="Chat with our support team."
        hidden
      />
      <div className="chat-window surface">
        <header className="flex flex-none flex-wrap items-baseline justify-between gap-x-4 border-b px-5 py-3">
          <h1 className="text-xl">Support</h1>
          <PresenceLine />
        </header>
        {me ? <OwnConversation key={me} me={me} /> : <ConversationSkeleton />}
      </div>
      <SupportAside />
    </div>
  )
}

/** Until the session is restored: the messages, and the field to write one. */
const ConversationSkeleton = () => (
  <>
    <ThreadSkeleton />
    <div className="flex-none px-3 pb-3">
      <Skeleton className="h-24 w-full rounded-xl" />
    </div>
  </>
)

function OwnConversation({ me }: { me: string }) {
  const client = useClient()
  const [draft, change] = useDraft(me)
  const [picking, setPicking] = useState(false)
  const composer = useRef<ComposerHandle>(null)
  const afterRender = useAfterRender()
  const typing = useTypingNotifier(me)
  useFailedToast()
  useOrderParam((id) => {
    change({ attachment: { kind: 'order', id, name: orderNumber(id) } })
    composer.current?.focus()
  })

  function send() {
    sendMessage(client, me, { message: draft.text.trim(), attachment: draft.attachment })
    change({ text: '', attachment: null })
    typing.sent()
  }

  return (
    <>
      <Conversation customer={me} forStaff={false} empty={<NothingYet />} />
      <div ref={keepToastsAbove} className="flex-none px-3 pb-3">
        <Composer
          ref={composer}
          label="Write a message"
          sendLabel="Send"
          maxLength={maxMessageLength}
          text={draft.text}
          onText={(text) => {
            change({ text })
            if (text.trim()) typing.typed()
            else typing.stop()
          }}
          onSend={send}
          onBlur={typing.stop}
          onAttach={() => setPicking(true)}
          attachment={draft.attachment && <AttachmentCard attachment={draft.attachment} forStaff={false} />}
          onDetach={() => change({ attachment: null })}
        />
      </div>
      {picking && (
        <CustomerPicker
          onPick={(attachment) => {
            change({ attachment })
            setPicking(false)
            afterRender(() => composer.current?.focus())
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

/** Attaches the order of `?order=`, which links from an order set, and then removes it from the URL. */
function useOrderParam(attach: (order: string) => void) {
  const order = new URLSearchParams(useSearch()).get('order')
  const [, navigate] = useLocation()
  const attachAndRemove = useEffectEvent((id: string) => {
    attach(id)
    navigate('/support', { replace: true })
  })
  useEffect(() => {
    if (order) attachAndRemove(order)
  }, [order])
}

function NothingYet() {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 text-center">
      <span className="empty-icon">
        <MessagesSquare size={22} strokeWidth={1.5} />
      </span>
      <h2 className="text-xl">How can we help?</h2>
      <p className="max-w-prose text-muted">
        Ask about an item, an order or a payment. You can attach items and orders to your message.
      </p>
    </div>
  )
}
