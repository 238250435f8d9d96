import { SearchX } from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import type { StaffOrder } from '../../shared/order-calls.ts'
import type { SupportCustomer } from '../../shared/support.ts'
import { useClient, useStore } from '../store.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import { ConversationHead } from './conversation-head.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { loadConversation } from './staff-actions.ts'
import { StaffConversation, type StaffConversationHandle } from './staff-conversation.tsx'
import { conversationKey } from './store.ts'

export interface StaffPaneProps {
  id: string
  onAssign: (to: string | null) => void
  onResolve: () => void
  ref: Ref<StaffConversationHandle>
}

/** One customer: the conversation, and beside it what one has to know to answer. */
export function StaffPane({ id, ...rest }: StaffPaneProps) {
  const client = useClient()
  const { status, message, code, retry } = useLoad(conversationKey(id), (signal) =>
    loadConversation(client, id, signal),
  )
  const customer = useStore((state) => state.support.customers[id])

  if (code === 'not_found') {
    return <EmptyState className="inbox-thread" icon={SearchX} title="Customer not found" />
  }
  if (customer) return <Known customer={customer} {...rest} />
  if (status === 'failed') {
    return <ErrorState className="inbox-thread" title="Error loading the conversation" text={message} onRetry={retry} />
  }
  return (
    <Loading label="Loading the conversation…" className="inbox-thread gap-3 p-4">
      <Skeleton className="h-8 w-60" />
      <Skeleton className="w-full flex-1" />
    </Loading>
  )
}

function Known({ customer, onAssign, onResolve, ref }: Omit<StaffPaneProps, 'id'> & { customer: SupportCustomer }) {
  const conversation = useStore((state) => state.support.conversations[customer._id] ?? null)
  const isOwn = useStore((state) => state.accounts.user?._id === customer._id)
  const orders = useOrdersOf(customer._id)
  const [shown, setShown] = useState(false)
  return (
    <>
      <section aria-label={`Conversation with ${customer.firstName}`} className="inbox-thread">
        <ConversationHead
          customer={customer}
          conversation={conversation}
          onAssign={onAssign}
          onResolve={onResolve}
          onCustomer={() => setShown(true)}
        />
        {isOwn ? (
          <OwnConversation />
        ) : (
          <StaffConversation key={customer._id} ref={ref} customer={customer} orders={orders} />
        )}
      </section>
      <aside aria-label="Customer" className="inbox-customer">
        <CustomerPanel customer={customer} orders={orders} />
      </aside>
      <Dialog open={shown} onClose={() => setShown(false)} title="Customer" sheet>
        <div className="-mx-4">
          <CustomerPanel customer={customer} orders={orders} />
        </div>
      </Dialog>
    </>
  )
}

/** Newest first, and live: whatever order of theirs the store has told of. */
function useOrdersOf(customer: string): StaffOrder[] {
  const byId = useStore((state) => state.staff.byId)
  return useMemo(
    () =>
      Object.values(byId)
        .filter((order) => order.customer._id === customer)
        .toSorted((a, b) => b.createdAt - a.createdAt),
    [byId, customer],
  )
}

function OwnConversation() {
  return (
    <div className="grid flex-1 content-start gap-4 p-4">
      <Note tone="waiting">A colleague has to answer your own questions.</Note>
      <div>
        <ButtonLink href="/support">Go to your conversation</ButtonLink>
      </div>
    </div>
  )
}
