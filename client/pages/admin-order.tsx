import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { formatMoney } from '../../shared/money.ts'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { canMove, orderNumber, type PaymentStatus } from '../../shared/orders.ts'
import { methodLabel } from '../../shared/payment.ts'
import { watchOrder } from '../orders/actions.ts'
import { BackLink } from '../orders/back-link.tsx'
import { headlineOf } from '../orders/headline.ts'
import { OrderReceipt } from '../orders/order-receipt.tsx'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { useNow } from '../orders/use-now.ts'
import { loadStaffOrder } from '../staff/actions.ts'
import { Age } from '../staff/age.tsx'
import { amountDue } from '../staff/amount-due.ts'
import { CustomerCard } from '../staff/customer-card.tsx'
import { DecisionDialog } from '../staff/decision-dialog.tsx'
import type { Decision } from '../staff/decisions.ts'
import { historySteps } from '../staff/history-steps.ts'
import { KeysDialog } from '../staff/keys-dialog.tsx'
import { OrderNotes } from '../staff/order-notes.tsx'
import { OrderActions } from '../staff/order-actions.tsx'
import { Reference } from '../staff/reference.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { staffOrderKey } from '../staff/store.ts'
import { useClaim, useStanding } from '../staff/use-claim.ts'
import { useKeys } from '../staff/use-keys.ts'
import { useClient, useStore } from '../store.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminOrderPage() {
  const { id = '' } = useParams()
  const client = useClient()
  const { status, message, code, retry } = useLoad(staffOrderKey(id), (signal) => loadStaffOrder(client, id, signal))
  const order = useStore((state) => state.staff.byId[id])

  if (code === 'not_found') return <NotFound />
  if (order) return <OneOrder key={id} order={order} />
  if (status === 'failed') {
    return (
      <StaffPage title="Order">
        <ErrorState title={`Failed to load order: ${message}`} onRetry={retry} />
      </StaffPage>
    )
  }
  return <OrderSkeleton />
}

/** An order with everything staff know of it. While it is open a payment that waits is theirs to check. */
function OneOrder({ order }: { order: StaffOrder }) {
  const client = useClient()
  const standing = useStanding(order)
  const [released, setReleased] = useState(false)
  const [decision, setDecision] = useState<Decision | null>(null)
  const [help, setHelp] = useState(false)
  const number = `#${orderNumber(order._id)}`
  useClaim(!released && (standing === 'free' || standing === 'mine') ? order._id : null)
  useEffect(() => watchOrder(client, order._id), [client, order._id])

  const decide = (wanted: Decision) => {
    const mayCheck = standing === 'free' || standing === 'mine' || standing === 'over'
    if (mayCheck && canMove(order, wanted)) setDecision(wanted)
  }
  const claim = () => setReleased(standing === 'mine')
  useKeys({ v: () => decide('verify'), r: () => decide('reject'), c: claim, '?': () => setHelp(true) })

  return (
    <StaffPage
      title={`Order ${number}`}
      tab={`${headlineOf(order).title} · Order ${number}`}
      back={
        order.paymentStatus === 'paid' ? (
          <BackLink href="/admin/payments">Payments to verify</BackLink>
        ) : (
          <BackLink href="/admin/orders">Orders</BackLink>
        )
      }
      side={
        <>
          <PaymentBadge status={order.paymentStatus} />
          <OrderBadge status={order.orderStatus} />
        </>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] xl:gap-8">
        <div className="grid items-start gap-6 md:grid-cols-2 lg:order-2 lg:grid-cols-1">
          <section aria-label="Payment" className="surface grid gap-5 p-5">
            <Payment order={order} />
            <OrderActions order={order} onDecide={setDecision} onClaim={claim} />
          </section>
          <div className="grid gap-6">
            <CustomerCard customer={order.customer} />
            <OrderNotes order={order._id} />
          </div>
        </div>
        <div className="grid items-start gap-8 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2 xl:gap-10">
          <OrderReceipt order={order} money={inDollars} />
          <section aria-labelledby="history">
            <h2 id="history" className="mb-5 text-lg">
              History
            </h2>
            <Timeline label="History of this order" steps={historySteps(order)} />
          </section>
        </div>
      </div>
      {decision && <DecisionDialog order={order} decision={decision} onClose={() => setDecision(null)} />}
      <KeysDialog
        open={help}
        onClose={() => setHelp(false)}
        keys={[
          [['v'], 'Verify the payment'],
          [['r'], 'Reject it'],
          [['c'], 'Claim it, or release it'],
          [['?'], 'This help'],
        ]}
      />
    </StaffPage>
  )
}

function Payment({ order }: { order: StaffOrder }) {
  const now = useNow(30_000)
  return (
    <div>
      <p className="eyebrow flex items-center justify-between gap-3">
        {amountWords[order.paymentStatus] ?? 'Amount'}
        {order.paymentStatus === 'paid' && order.paidAt && <Age since={order.paidAt} now={now} />}
      </p>
      <p className="heading tabular mt-1 text-3xl">{amountDue(order)}</p>
      <p className="text-sm text-muted">{methodLabel(order.paymentMethod)}</p>
      <div className="mt-4 flex items-end justify-between gap-3 border-t border-line pt-4">
        <div className="min-w-0">
          <p className="eyebrow">Reference</p>
          <Reference order={order} whole />
        </div>
        {order.reference && <CopyButton text={order.reference} what="reference" className="flex-none" />}
      </div>
    </div>
  )
}

const amountWords: Partial<Record<PaymentStatus, string>> = {
  pending: 'Amount due',
  paid: 'Amount due',
  verified: 'Amount paid',
  refunded: 'Amount refunded',
}

function NotFound() {
  return (
    <div className="page-column py-10">
      <title>Order not found · Kade</title>
      <EmptyState
        level={1}
        icon={SearchX}
        title="Order not found"
        action={<ButtonLink href="/admin/payments">Payments to verify</ButtonLink>}
      />
    </div>
  )
}

const inDollars = (cents: number) => formatMoney(cents)
