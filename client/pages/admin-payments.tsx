import { CheckCheck, Keyboard, Search, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { methodLabel } from '../../shared/payment.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { loadMoreQueue, loadQueue } from '../staff/actions.ts'
import { type KeyHelp, KeysDialog } from '../staff/keys-dialog.tsx'
import { PaymentQueue } from '../staff/payment-queue.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { queueKey } from '../staff/store.ts'
import { ToDeliver, VerifiedLast } from '../staff/verified-orders.tsx'
import { useClient, useStore } from '../store.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { TextInput } from '../ui/input.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminPaymentsPage() {
  const client = useClient()
  const { status, message, retry } = useLoad(queueKey, (signal) => loadQueue(client, signal))
  const queue = useStore((state) => state.staff.queue)
  const byId = useStore((state) => state.staff.byId)
  const waiting = queue?.totalCount ?? 0
  const [query, setQuery] = useState('')
  const [help, setHelp] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const all = (queue?.ids ?? []).flatMap((id) => byId[id] ?? [])
  const rows = all.filter((order) => fits(order, query))

  return (
    <StaffPage
      title="Payments to verify"
      tab={`${waiting ? `(${waiting}) ` : ''}Payments to verify`}
      count={queue ? waiting : undefined}
      text="Oldest first. New ones appear by themselves."
      side={
        <>
          <div className="w-72 max-wide:w-full">
            <TextInput
              ref={search}
              type="search"
              aria-label="Search the payments that wait"
              placeholder="Name, number, reference"
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
            onClick={() => setHelp(true)}
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
            {all.length > 0 && rows.length === 0 && <NoneFits query={query} onReset={() => setQuery('')} />}
            <div hidden={rows.length === 0}>
              <PaymentQueue
                all={all}
                rows={rows}
                onSearch={() => search.current?.focus()}
                onHelp={() => setHelp(true)}
              />
            </div>
            {queue.nextCursor !== null && <More shown={all.length} total={waiting} />}
          </>
        )}
      </div>
      <ToDeliver />
      <KeysDialog open={help} onClose={() => setHelp(false)} keys={keys} />
    </StaffPage>
  )
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next, previous payment'],
  [['Enter'], 'Open it'],
  [['v'], 'Verify it'],
  [['r'], 'Reject it'],
  [['c'], 'Claim it, or release it'],
  [['/'], 'Search'],
  [['?'], 'This help'],
]

function fits(order: StaffOrder, query: string): boolean {
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

function More({ shown, total }: { shown: number; total: number }) {
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function more() {
    setBusy(true)
    try {
      await loadMoreQueue(client)
    } catch (error) {
      toast(tellFailure(error, 'Error loading payments'), { type: 'error' })
    }
    setBusy(false)
  }

  return <ShowMore shown={shown} total={total} busy={busy} onMore={() => void more()} />
}

function NothingToVerify() {
  return (
    <>
      <EmptyState
        icon={CheckCheck}
        title="Nothing to verify"
        text="Every payment is checked. The next one appears here."
      />
      <VerifiedLast />
    </>
  )
}

function NoneFits({ query, onReset }: { query: string; onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`No payment fits “${query}”`}
      text="Only payments that wait are searched."
      action={<Button onClick={onReset}>Show all</Button>}
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
