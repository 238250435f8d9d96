import { CheckCheck, Keyboard, Search, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import { useAct } from '../lib/use-act.ts'
import { loadMoreQueue, loadQueue } from '../orders/staff/actions.ts'
import { type KeyHelp, KeyboardHelp } from '../staff/keyboard-help.tsx'
import { PaymentQueue } from '../orders/staff/payment-queue.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { queueKey } from '../orders/staff/store.ts'
import { OrdersToDeliver, RecentlyVerified } from '../orders/staff/orders-to-deliver.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { TextInput } from '../ui/input.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminPaymentsPage() {
  const client = useClient()
  const { status, message, retry } = useLoad(queueKey, (signal) => loadQueue(client, signal))
  const queue = useStore((state) => state.staffOrders.queue)
  const byId = useStore((state) => state.staffOrders.byId)
  const waitingCount = queue?.totalCount ?? 0
  const [query, setQuery] = useState('')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const all = (queue?.ids ?? []).flatMap((id) => byId[id] ?? [])
  const rows = all.filter((order) => matches(order, query))

  return (
    <StaffPage
      title="Payments to verify"
      tab={`${waitingCount ? `(${waitingCount}) ` : ''}Payments to verify`}
      count={queue ? waitingCount : undefined}
      text="Oldest first. New payments appear automatically."
      side={
        <>
          <div className="w-72 max-wide:w-full">
            <TextInput
              ref={search}
              type="search"
              aria-label="Search payments to verify"
              placeholder="Name, number or reference"
              start={<Search size={16} />}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') event.currentTarget.blur()
              }}
            />
          </div>
          <IconButton
            icon={Keyboard}
            label="Keyboard shortcuts"
            className="max-wide:hidden"
            onClick={() => setHelpOpen(true)}
          />
        </>
      }
    >
      <div>
        {!queue && status === 'failed' && <ErrorState title="Error loading payments" text={message} onRetry={retry} />}
        {!queue && status !== 'failed' && <QueueSkeleton />}
        {queue && (
          <>
            {all.length === 0 && <NothingToVerify />}
            {all.length > 0 && rows.length === 0 && <NoMatches query={query} onReset={() => setQuery('')} />}
            <div hidden={rows.length === 0}>
              <PaymentQueue
                all={all}
                rows={rows}
                onSearch={() => search.current?.focus()}
                onHelp={() => setHelpOpen(true)}
              />
            </div>
            {queue.nextCursor !== null && <LoadMore shown={all.length} total={waitingCount} />}
          </>
        )}
      </div>
      <OrdersToDeliver />
      <KeyboardHelp open={isHelpOpen} onClose={() => setHelpOpen(false)} keys={keys} />
    </StaffPage>
  )
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next or previous payment'],
  [['Enter'], 'Open'],
  [['v'], 'Verify'],
  [['r'], 'Reject'],
  [['c'], 'Claim or release'],
  [['/'], 'Search'],
  [['?'], 'Show this help'],
]

function matches(order: StaffOrder, query: string): boolean {
  const { firstName, lastName, email } = order.customer
  const text = [
    `#${orderNumber(order._id)}`,
    firstName,
    lastName,
    email,
    order.reference,
    methodLabel(order.paymentMethod),
  ]
  return text.join(' ').toLowerCase().includes(query.trim().toLowerCase())
}

function LoadMore({ shown, total }: { shown: number; total: number }) {
  const client = useClient()
  const { busy, run } = useAct(() => loadMoreQueue(client), { failed: 'Error loading payments' })
  return <ShowMore shown={shown} total={total} busy={busy} onMore={run} />
}

function NothingToVerify() {
  return (
    <>
      <EmptyState icon={CheckCheck} title="Nothing to verify" text="You're all caught up. New payments appear here." />
      <RecentlyVerified />
    </>
  )
}

function NoMatches({ query, onReset }: { query: string; onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`No payments match “${query}”`}
      text="Only payments waiting for verification are searched."
      action={<Button onClick={onReset}>Clear search</Button>}
    />
  )
}

function QueueSkeleton() {
  return (
    <Loading label="Loading payments…" className="grid gap-px">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-14 w-full max-wide:h-64" />
      ))}
    </Loading>
  )
}
