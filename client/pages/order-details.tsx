import { LifeBuoy, Printer } from 'lucide-react'
import { useParams } from 'wouter'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { loadOrder } from '../orders/actions.ts'
import { BackLink } from '../ui/back-link.tsx'
import { CancelOrder } from '../orders/cancel-order.tsx'
import { Delivery } from '../orders/delivery.tsx'
import { headlineOf } from '../orders/headline.ts'
import { LiveTimeline } from '../orders/live-timeline.tsx'
import { TitleNotice } from '../orders/title-notice.tsx'
import { OrderNotFound } from '../orders/order-not-found.tsx'
import { OrderReceipt } from '../orders/order-receipt.tsx'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { orderKey } from '../orders/store.ts'
import { useMoney } from '../use-money.ts'
import { formatDateTime } from '../lib/format-date.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLoad } from '../use-load.ts'

export default function OrderDetailsPage() {
  const { id = '' } = useParams()
  const client = useClient()
  const { status, message, code, retry } = useLoad(orderKey(id), (signal) => loadOrder(client, id, signal))
  const order = useStore((state) => state.orders.byId[id])

  if (code === 'not_found') return <OrderNotFound />
  if (order) return <OrderDetails order={order} />
  if (status === 'failed') {
    return <ErrorState className="page-column" title={`Failed to load order: ${message}`} onRetry={retry} />
  }
  return <OrderSkeleton />
}

/** An order's receipt next to its progress, updated live. */
function OrderDetails({ order }: { order: Order }) {
  const money = useMoney()
  const { title } = headlineOf(order)
  const number = `Order #${orderNumber(order._id)}`
  return (
    <div className="page-column max-w-[68rem] py-6 wide:py-10">
      <TitleNotice status={title} page={number} />
      <BackLink href="/orders">Back to orders</BackLink>
      <PageTitle
        className="max-sm:[&>:nth-child(2)]:w-full print:hidden"
        text={`Placed ${formatDateTime(order.createdAt)}`}
        side={order.paymentStatus === 'pending' && <PendingActions order={order} />}
      >
        {number}
      </PageTitle>
      <p className="mt-4 flex flex-wrap gap-2 print:hidden">
        <PaymentBadge status={order.paymentStatus} />
        <OrderBadge status={order.orderStatus} />
      </p>
      <div className="mt-7 grid items-start gap-10 print:block md:grid-cols-2 wide:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] wide:gap-16">
        <div className="grid gap-8 md:order-2 print:hidden">
          {order.hasDelivery && <Delivery order={order} />}
          <LiveTimeline order={order} />
        </div>
        <div>
          <OrderReceipt order={order} money={money} />
          <p className="mt-5 flex flex-wrap justify-center gap-2 print:hidden">
            <Button size="small" variant="plain" icon={Printer} onClick={() => window.print()}>
              Print receipt
            </Button>
            <ButtonLink size="small" variant="plain" icon={LifeBuoy} href={`/support?order=${order._id}`}>
              Get help with this order
            </ButtonLink>
          </p>
        </div>
      </div>
    </div>
  )
}

function PendingActions({ order }: { order: Order }) {
  return (
    <>
      <CancelOrder order={order} className="max-sm:flex-1" />
      <ButtonLink variant="primary" href={`/orders/${order._id}`} className="max-sm:flex-1">
        Pay now
      </ButtonLink>
    </>
  )
}
