import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { useCoupon } from '../coupons/use-coupon.ts'
import { CouponField } from '../coupons/coupon-field.tsx'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { isPayable, methodLabel, paymentMethods } from '../../shared/payments/schema.ts'
import { amountToSend } from '../../shared/payments/transfer.ts'
import { rememberMethod } from '../payments/actions.ts'
import { loadOrder } from '../orders/actions.ts'
import { BackLink } from '../ui/back-link.tsx'
import { useBackToOrders } from '../orders/open-order.ts'
import { CancelOrder } from '../orders/cancel-order.tsx'
import { LineList } from '../orders/line-list.tsx'
import { OrderFailed } from '../orders/order-failed.tsx'
import { OrderNotFound } from '../orders/order-not-found.tsx'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
import { orderKey } from '../orders/store.ts'
import { Totals } from '../orders/totals.tsx'
import { useMoney } from '../use-money.ts'
import { formatDateTime, formatMomentInText } from '../lib/format-date.ts'
import { MethodMarks } from '../payments/marks.tsx'
import { MethodPicker } from '../payments/method-picker.tsx'
import { RefundPromise } from '../payments/refund-promise.tsx'
import type { PaymentState } from '../payments/payment-state.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Receipt, ReceiptRule } from '../ui/receipt.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'

export default function OrderPage() {
  const { id = '' } = useParams()
  const client = useClient()
  const { status, message, code, retry } = useLoad(orderKey(id), (signal) => loadOrder(client, id, signal))
  const order = useStore((state) => state.orders.byId[id])

  if (code === 'not_found') return <OrderNotFound />
  if (order) return <OrderView key={id} order={order} />
  if (status === 'failed') {
    return <OrderFailed title={`Order #${orderNumber(id)}`} message={message} onRetry={retry} />
  }
  return <OrderSkeleton title={`Order #${orderNumber(id)}`} />
}

function OrderView({ order }: { order: Order }) {
  const money = useMoney()
  const [chosen, setMethod] = useState<string | null>(null)
  const remembered = useStore((state) => state.accounts.user?.paymentMethod)
  const method = chosen ?? remembered ?? order.paymentMethod
  const pending = order.paymentStatus === 'pending'

  return (
    <div className="page-column py-6 wide:py-10">
      <title>{`Order #${orderNumber(order._id)} · Kade`}</title>
      <BackLink href="/orders" onClick={useBackToOrders(order._id)}>
        Back to orders
      </BackLink>
      <PageTitle text={`Placed ${formatDateTime(order.createdAt)}`}>Order #{orderNumber(order._id)}</PageTitle>
      <div className="mt-7 grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_24rem] wide:gap-12">
        <div className="grid gap-9">
          <section aria-labelledby="items">
            <h2 id="items" className="mb-3 text-lg">
              Items
            </h2>
            <LineList lines={order.items} money={money} />
          </section>
          <section aria-labelledby="method">
            <h2 id="method" className="mb-3 text-lg">
              Payment method
            </h2>
            {pending ? (
              <MethodPicker order={order} value={method} onChange={setMethod} />
            ) : (
              <p className="surface flex items-center gap-3.5 p-4 font-semibold">
                <MethodMarks method={order.paymentMethod} />
                {methodLabel(order.paymentMethod)}
              </p>
            )}
          </section>
        </div>
        <Summary order={order} method={method} money={money} />
      </div>
      {pending && (
        <StickyBar
          label={method === 'crypto' ? 'You send about' : 'You send'}
          amount={isPayable(method) ? amountToSend(method, order.total) : money(order.total)}
          action={<ProceedButton order={order} method={method} />}
        />
      )}
    </div>
  )
}

type SummaryProps = { order: Order; method: string; money: (cents: number) => string }

function Summary({ order, method, money }: SummaryProps) {
  const coupon = useCoupon(order)
  const pending = order.paymentStatus === 'pending'
  return (
    <Receipt className="wide:sticky wide:top-[calc(var(--nav-height)+1.5rem)]">
      <h2 className="mb-4 text-lg">Summary</h2>
      <Totals order={coupon.totals} money={money} />
      <p className="mt-3 text-sm text-muted">No processing fee on transfers</p>
      <ReceiptRule />
      {pending ? (
        <div className="grid gap-4">
          <CouponField order={order} coupon={coupon} money={money} />
          <div className="grid max-wide:hidden">
            <ProceedButton order={order} method={method} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-sm text-muted">Pay by {formatMomentInText(order.expiresAt)}</p>
            <CancelOrder order={order} nextId="closed" size="small" variant="plain" className="-mr-2" />
          </div>
          <RefundPromise />
        </div>
      ) : (
        <div id="closed" tabIndex={-1} className="grid gap-4 outline-none">
          <Note>{`This order is ${order.paymentStatus}. No further actions are possible.`}</Note>
          <ButtonLink href={`/orders/details/${order._id}`} wide>
            View order
          </ButtonLink>
        </div>
      )}
    </Receipt>
  )
}

function ProceedButton({ order, method }: { order: Order; method: string }) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const methods = useStore((state) => state.config?.paymentMethods) ?? paymentMethods
  const isOffline = useStore((state) => state.connection.status === 'offline')

  function proceed() {
    const available = methods.some((option) => option.method === method && option.available)
    if (!available || !isPayable(method)) {
      return toast('This payment method is not handled on this page.', { type: 'error' })
    }
    void rememberMethod(client, method)
    const { _id: orderId, discountAmount } = order
    navigate('/payment', { state: { orderId, paymentMethod: method, discountAmount } satisfies PaymentState })
  }

  return (
    <Button variant="primary" size="large" wide disabled={isOffline} onClick={proceed}>
      {isOffline ? 'Reconnecting…' : 'Proceed to Payment'}
    </Button>
  )
}
