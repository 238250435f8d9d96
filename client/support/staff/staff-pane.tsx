import { Banknote, ChevronRight, SearchX } from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { isVisitorId } from '../../../shared/support/rules.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import type { Conversation, SupportCustomer } from '../../../shared/support/staff-schema.ts'
import { useStore } from '../../client-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StaffError } from '../../staff/staff-error.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { formatShortAge } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import type { Loading as LoadingState } from '../../use-load.ts'
import { ComposerSkeleton } from '../composer.tsx'
import { ThreadSkeleton } from '../conversation.tsx'
import { ConversationHeader, ConversationHeaderSkeleton } from './conversation-header.tsx'
import { CustomerPanel, CustomerPanelSkeleton } from './customer-panel.tsx'
import { StaffConversation, type StaffConversationHandle } from './staff-conversation.tsx'

export interface StaffPaneProps {
  id: string
  loading: LoadingState
  onAssign: (userId: string | null) => void
  onResolve: () => void
  onRemind: (at: number | null) => void
  /** A message that resolves the conversation is being sent. */
  onSendAndResolve: () => void
  /** Opens the next conversation, once the user has resolved this one. */
  onNext: (() => void) | undefined
  ref: Ref<StaffConversationHandle>
}

/** A conversation, next to the customer and their orders. */
export function StaffPane({ id, loading, ...rest }: StaffPaneProps) {
  const { status, message, requestId, code, retry } = loading
  const customer = useStore((state) => state.staffSupport.customers[id])

  if (code === 'not_found') {
    return (
      <EmptyState
        className="inbox-thread"
        icon={SearchX}
        title="Customer not found"
        text="The account may have been deleted, or the link is incorrect."
        action={<ButtonLink href="/admin/support">All conversations</ButtonLink>}
      />
    )
  }
  if (customer) return <LoadedPane customer={customer} {...rest} />
  if (status === 'failed') {
    return (
      <StaffError
        className="inbox-thread"
        title="Error loading the conversation"
        text={message}
        errorId={requestId}
        onRetry={retry}
      />
    )
  }
  return (
    <>
      <div className="inbox-thread">
        <Loading label="Loading the conversation…" className="flex-none">
          <ConversationHeaderSkeleton />
        </Loading>
        <ThreadSkeleton />
        <div className="flex-none px-3 pb-3">
          <Skeleton className="mb-2 h-8.5 w-28 rounded-lg max-wide:h-12.5" />
          <ComposerSkeleton forStaff />
        </div>
      </div>
      <div className="inbox-customer">
        <CustomerPanelSkeleton isVisitor={isVisitorId(id)} />
      </div>
    </>
  )
}

function LoadedPane({
  customer,
  onAssign,
  onResolve,
  onRemind,
  ...rest
}: Omit<StaffPaneProps, 'id' | 'loading'> & { customer: SupportCustomer }) {
  const conversation = useStore((state) => state.staffSupport.conversations[customer._id] ?? null)
  const isOwn = useStore((state) => state.accounts.user?._id === customer._id)
  const orders = useOrdersOf(customer._id)
  const [isCustomerShown, setCustomerShown] = useState(false)
  return (
    <>
      <section aria-label={`Conversation with ${customer.firstName}`} className="inbox-thread">
        <ConversationHeader
          customer={customer}
          conversation={conversation}
          onAssign={onAssign}
          onResolve={onResolve}
          onRemind={onRemind}
          onCustomer={() => setCustomerShown(true)}
        />
        <ToVerify conversation={conversation} onOpen={() => setCustomerShown(true)} />
        {isOwn ? (
          <OwnConversation />
        ) : (
          <StaffConversation key={customer._id} customer={customer} orders={orders} {...rest} />
        )}
      </section>
      <aside aria-label="Customer" className="inbox-customer">
        <CustomerPanel customer={customer} orders={orders} />
      </aside>
      <Dialog open={isCustomerShown} onClose={() => setCustomerShown(false)} title="Customer" sheet>
        <div className="-mx-4">
          <CustomerPanel customer={customer} orders={orders} />
        </div>
      </Dialog>
    </>
  )
}

/** The customer's payment that waits longest, on screens without a column for their orders, which it opens. */
function ToVerify({ conversation, onOpen }: { conversation: Conversation | null; onOpen: () => void }) {
  const now = useNow(30_000)
  const oldest = conversation?.toVerify?.[0]
  if (!oldest) return null
  return (
    <button type="button" className="inbox-to-verify" onClick={onOpen}>
      <Banknote size={16} />
      <span className="tabular">
        {formatAmount(oldest.due.amount, oldest.due.currency)} to verify{'\u00a0· '}
        <span className="whitespace-nowrap">{formatShortAge(oldest.paidAt, now)}</span>
      </span>
      <ChevronRight size={16} className="ml-auto" />
    </button>
  )
}

/** The customer's loaded orders, newest first, including those that arrive by event. */
function useOrdersOf(customer: string): StaffOrder[] {
  const byId = useStore((state) => state.staffOrders.byId)
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
