import { ArrowLeft, ChevronDown, ChevronUp, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { formatMoney } from '../../shared/money.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { canMove, orderNumber } from '../../shared/orders/rules.ts'
import { paymentLabelOf } from '../../shared/payments/status-label.ts'
import { watchOrder } from '../orders/actions.ts'
import { BackLink } from '../ui/back-link.tsx'
import { OrderReceipt } from '../orders/order-receipt.tsx'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { loadStaffOrder } from '../orders/staff/actions.ts'
import { CustomerCard } from '../orders/staff/customer-card.tsx'
import { DecisionDialog } from '../orders/staff/decision-dialog.tsx'
import type { Decision } from '../orders/staff/decisions.ts'
import { historySteps } from '../orders/staff/history-steps.ts'
import { OrderNotes } from '../orders/staff/order-notes.tsx'
import { OrderActions } from '../orders/staff/order-actions.tsx'
import { PaymentFacts } from '../orders/staff/payment-facts.tsx'
import { StaffOrderSkeleton } from '../orders/staff/staff-order-skeleton.tsx'
import { useWayBack } from '../staff/origin.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { staffOrderKey } from '../orders/staff/store.ts'
import { useRequestProof } from '../orders/staff/use-request-proof.ts'
import { useClaimStatus } from '../orders/staff/use-claim.ts'
import { useHeldClaims } from '../orders/staff/use-held-claims.ts'
import { useNeighbours } from '../orders/staff/use-neighbours.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { StaffError } from '../staff/staff-error.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminOrderPage() {
  const { id = '' } = useParams()
  const client = useClient()
  const { status, message, requestId, code, retry } = useLoad(staffOrderKey(id), (signal) =>
    loadStaffOrder(client, id, signal),
  )
  const order = useStore((state) => state.staffOrders.byId[id])

  if (code === 'not_found') return <OrderNotFound />
  if (order) return <LoadedOrder key={id} order={order} />
  if (status === 'failed') {
    return (
      <StaffPage title={`Order #${orderNumber(id)}`} back={<WayBack />}>
        <StaffError title={`Failed to load order: ${message}`} errorId={requestId} onRetry={retry} />
      </StaffPage>
    )
  }
  return (
    <StaffPage
      title={`Order #${orderNumber(id)}`}
      back={<WayBack isLoading />}
      side={
        <>
          <Skeleton className="skeleton-badge w-44" />
          <Skeleton className="skeleton-badge w-28" />
        </>
      }
    >
      <StaffOrderSkeleton />
    </StaffPage>
  )
}

/** Keeps its place while the order that says where it leads is loading. */
function WayBack({ order, isLoading }: { order?: StaffOrder; isLoading?: boolean }) {
  const back = useWayBack(order)
  if (!back && isLoading) {
    return (
      <span className="flex items-center gap-1.5 text-sm text-muted">
        <ArrowLeft size={15} className="max-wide:size-5" />
        <SkeletonLine className="w-[7.6875rem] max-[70rem]:hidden" />
      </span>
    )
  }
  return <BackLink href={back?.href ?? '/admin/orders'}>{back?.label ?? 'Orders'}</BackLink>
}

/** An order as staff see it. Opening it claims nothing; a claim made in the queue is held on. */
function LoadedOrder({ order }: { order: StaffOrder }) {
  const client = useClient()
  const status = useClaimStatus(order)
  const [decision, setDecision] = useState<Decision | null>(null)
  const number = `#${orderNumber(order._id)}`
  const toggle = useHeldClaims({ isReady: true, shows: (id) => id === order._id })
  useEffect(() => watchOrder(client, order._id), [client, order._id])

  const openDecision = (next: Decision) => {
    const mayDecide = status === 'free' || status === 'mine' || status === 'closed'
    if (mayDecide && canMove(order, next)) setDecision(next)
  }
  const { ask } = useRequestProof()
  const toggleClaim = () => void toggle(order)
  const [, navigate] = useLocation()
  const neighbours = useNeighbours(order._id)
  // In place of this one, so that Back leads to the list.
  const openOrder = (id: string | undefined) => id && navigate(`/admin/orders/${id}`, { replace: true })
  useShortcuts({
    ...(neighbours && { j: () => openOrder(neighbours.next), k: () => openOrder(neighbours.previous) }),
    v: () => openDecision('verify'),
    r: () => openDecision('reject'),
    d: () => openDecision('complete'),
    c: toggleClaim,
    p: () => void ask(order),
  })

  return (
    <StaffPage
      title={`Order ${number}`}
      keys={neighbours ? [stepHelp, ...keys] : keys}
      tab={`${paymentLabelOf(order)} · Order ${number}`}
      back={<WayBack order={order} />}
      side={
        <>
          <PaymentBadge order={order} />
          <OrderBadge status={order.orderStatus} />
        </>
      }
      tools={
        neighbours && (
          <span className="flex wide:max-xl:hidden">
            <IconButton
              icon={ChevronUp}
              size="small"
              label="Previous order (k)"
              disabled={!neighbours.previous}
              onClick={() => openOrder(neighbours.previous)}
            />
            <IconButton
              icon={ChevronDown}
              size="small"
              label="Next order (j)"
              disabled={!neighbours.next}
              onClick={() => openOrder(neighbours.next)}
            />
          </span>
        )
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2 md:grid-rows-[auto_1fr_auto] lg:grid-cols-[21rem_minmax(0,1fr)] lg:grid-rows-1">
        <div className="contents lg:grid lg:gap-6">
          <section aria-label="Payment" className="surface grid gap-5 p-5 md:row-span-2 lg:row-auto">
            <PaymentFacts order={order} />
            <OrderActions order={order} onDecide={setDecision} onToggleClaim={toggleClaim} />
          </section>
          <CustomerCard customer={order.customer} />
        </div>
        <div className="contents lg:grid lg:items-start lg:gap-6 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
          <div className="lg:order-1 xl:col-start-2">
            <OrderNotes order={order._id} />
          </div>
          <div className="xl:row-span-2">
            <OrderReceipt order={order} money={inDollars} customer={order.customer} />
          </div>
          <section aria-labelledby="history">
            <h2 id="history" className="mb-5 text-lg">
              History
            </h2>
            <Timeline label="History of this order" steps={historySteps(order)} />
          </section>
        </div>
      </div>
      {decision && <DecisionDialog order={order} decision={decision} onClose={() => setDecision(null)} />}
    </StaffPage>
  )
}

function OrderNotFound() {
  return (
    <StaffPage title="Order not found" back={<BackLink href="/admin/orders">Orders</BackLink>}>
      <EmptyState
        icon={SearchX}
        title="There is no order at this address"
        action={<ButtonLink href="/admin/payments">Payments to verify</ButtonLink>}
      />
    </StaffPage>
  )
}

const stepHelp = [['j', 'k'], 'Next or previous order of the list'] as const
const keys = [
  [['v'], 'Verify payment'],
  [['r'], 'Reject payment'],
  [['d'], 'Complete and deliver'],
  [['c'], 'Claim or release'],
  [['p'], 'Ask for a picture of the transfer'],
] as const

const inDollars = (cents: number) => formatMoney(cents)
