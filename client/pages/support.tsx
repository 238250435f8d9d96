import { MessagesSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { orderNumber } from '../../shared/orders.ts'
import { longestMessage } from '../../shared/support.ts'
import { PageHead } from '../layout/page-head.tsx'
import { useClient, useStore } from '../store.tsx'
import { AttachmentCard } from '../support/attachment-card.tsx'
import { Composer, type ComposerHandle } from '../support/composer.tsx'
import { Conversation } from '../support/conversation.tsx'
import { CustomerPicker } from '../support/customer-picker.tsx'
import { PresenceLine } from '../support/presence-line.tsx'
import { sendMessage } from '../support/send.ts'
import { useDraft } from '../support/use-draft.ts'
import { useFailedToast } from '../support/use-failed-toast.ts'
import { useTypingTeller } from '../support/use-typing.ts'

/** A customer's conversation with the people of the store. */
export default function SupportPage() {
  const me = useStore((state) => state.accounts.user?._id ?? null)
  const unread = useStore((state) => state.support.unread)
  return (
    <div className="page-column flex max-w-4xl flex-1 flex-col py-4 wide:py-7">
      <PageHead
        title={unread > 0 ? `(${unread}) Support` : 'Support'}
        description="Write to the people of the store."
        hidden
      />
      <div className="chat-window surface">
        <header className="flex flex-none flex-wrap items-baseline justify-between gap-x-4 border-b px-5 py-3">
          <h1 className="text-xl">Support</h1>
          <PresenceLine />
        </header>
        {me && <OwnConversation key={me} me={me} />}
      </div>
    </div>
  )
}

function OwnConversation({ me }: { me: string }) {
  const client = useClient()
  const [draft, change] = useDraft(me)
  const [picking, setPicking] = useState(false)
  const composer = useRef<ComposerHandle>(null)
  const typing = useTypingTeller(me)
  useFailedToast()
  useAsked((id) => {
    change({ attached: { kind: 'order', id, name: orderNumber(id) } })
    composer.current?.focus()
  })

  function send() {
    sendMessage(client, me, draft.text.trim(), draft.attached)
    change({ text: '', attached: null })
    typing.sent()
  }

  return (
    <>
      <Conversation customer={me} forStaff={false} none={<NothingYet />} />
      <div className="flex-none px-3 pb-3">
        <Composer
          ref={composer}
          label="Write a message"
          sendLabel="Send"
          longest={longestMessage}
          text={draft.text}
          onText={(text) => {
            change({ text })
            if (text.trim()) typing.typed()
            else typing.stop()
          }}
          onSend={send}
          onBlur={typing.stop}
          onAttach={() => setPicking(true)}
          attached={draft.attached && <AttachmentCard attached={draft.attached} forStaff={false} />}
          onDetach={() => change({ attached: null })}
        />
      </div>
      {picking && (
        <CustomerPicker
          onPick={(attached) => {
            change({ attached })
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

/** `?order=`: somebody comes from an order that they need help with. Once taken over, it leaves the address. */
function useAsked(take: (order: string) => void) {
  const asked = new URLSearchParams(useSearch()).get('order')
  const [, navigate] = useLocation()
  const takeOver = useEffectEvent((id: string) => {
    take(id)
    navigate('/support', { replace: true })
  })
  useEffect(() => {
    if (asked) takeOver(asked)
  }, [asked])
}

function NothingYet() {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 text-center">
      <span className="empty-icon">
        <MessagesSquare size={22} strokeWidth={1.5} />
      </span>
      <h2 className="text-xl">How can we help?</h2>
      <p className="max-w-prose text-muted">
        Ask about an item, an order or a payment. You can attach it to your message.
      </p>
    </div>
  )
}
