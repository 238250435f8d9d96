import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { isPayable, methodInSentence, type PaymentMethod, type TransferTo } from '../../shared/payments/schema.ts'
import { formatTimeLeft, formatMomentInText } from '../lib/format-date.ts'
import { useNow } from '../lib/use-now.ts'
import { loadOrder, watchOrder } from '../orders/actions.ts'
import { amountDue } from '../orders/amount-due.ts'
import { ClosedOrderPanel } from '../orders/closed-order-panel.tsx'
import { useHeadline } from '../orders/use-headline.ts'
import { BackLink } from '../ui/back-link.tsx'
import { OrderFailed } from '../orders/order-failed.tsx'
import { OrderNotFound } from '../orders/order-not-found.tsx'
import { OrderReceipt } from '../orders/order-receipt.tsx'
import { orderKey } from '../orders/store.ts'
import { TransferProgress } from '../orders/transfer-progress.tsx'
import { coinOf } from '../payments/crypto-choice.tsx'
import { DemoNote } from '../payments/demo-note.tsx'
import { MarkPaid } from '../payments/mark-paid.tsx'
import { PaymentSkeleton } from '../payments/payment-skeleton.tsx'
import { Reassurance } from '../payments/reassurance.tsx'
import { usePaymentRequest } from '../payments/use-payment-request.ts'
import { type PaymentState, usePaymentState } from '../payments/payment-state.ts'
import { bankTransfer, binanceTransfer, cryptoTransfer } from '../../shared/payments/transfer.ts'
import { TransferStep } from '../payments/transfer-step.tsx'
import { PresenceLine } from '../support/presence-line.tsx'
import { TransferQuestion } from '../support/transfer-question.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useLoad } from '../use-load.ts'
import { useMoney } from '../use-money.ts'

export default function PaymentPage() {
  const client = useClient()
  const state = usePaymentState()
  const id = state?.orderId ?? ''
  const { status, message, code, retry } = useLoad(state && orderKey(id), (signal) => loadOrder(client, id, signal))
  const order = useStore((current) => current.orders.byId[id])
  const accounts = useStore((current) => current.orders.transferTo[id])
  const demo = useStore((current) => current.config?.demo ?? false)
  const hydrated = useHydrated()

  const title = id ? `Pay order #${orderNumber(id)}` : 'Pay order'
  // Only the browser knows which order it is.
  if (!hydrated) return <PaymentSkeleton title={title} demo={demo} />
  if (!state || code === 'not_found') return <OrderNotFound title="Order not found." />
  if (!isPayable(state.paymentMethod)) return <UnsupportedMethod orderId={id} />
  if (order && (accounts || order.paymentStatus !== 'pending')) {
    return (
      <Payment order={order} method={state.paymentMethod} state={state} accounts={accounts ?? noAccounts} demo={demo} />
    )
  }
  if (status === 'failed') {
    return <OrderFailed title={title} message={message} onRetry={retry} />
  }
  return <PaymentSkeleton title={title} orderId={id} method={state.paymentMethod} demo={demo} />
}

const noAccounts: TransferTo = {}

const isClosed = ({ paymentStatus }: Order) =>
  paymentStatus === 'cancelled' || paymentStatus === 'failed' || paymentStatus === 'refunded'

type PaymentProps = {
  order: Order
  method: PaymentMethod
  state: PaymentState
  accounts: TransferTo
  demo: boolean
}

function Payment({ order, method, state: { discountAmount }, accounts, demo }: PaymentProps) {
  const client = useClient()
  // How far the transfer is, before and after it is marked as paid.
  useEffect(() => watchOrder(client, order._id), [client, order._id])
  const [coin, setCoin] = useState(
    () => accounts.crypto && coinOf(accounts.crypto, order.request?.network, order.request?.token),
  )
  const [twoDecimals, setTwoDecimals] = useState(false)
  // The message and the order's page say it already.
  const [isMarking, setMarking] = useState(false)
  const isPending = order.paymentStatus === 'pending'
  const outdated = isPending && order.discountAmount !== discountAmount
  // An order that is paid, also because its transfer was found, or closed, or whose total has changed, must not ask for money.
  const showsTransfer = (isPending || isMarking) && !outdated
  const title = `${isPending || isMarking ? 'Pay order' : 'Order'} #${orderNumber(order._id)}`
  const { request, loading } = usePaymentRequest(order, showsTransfer, method, coin, twoDecimals)
  const transfer =
    request &&
    {
      bank: () => accounts.bank && bankTransfer(accounts.bank, request),
      binance: () => accounts.binance && binanceTransfer(accounts.binance, request),
      crypto: () => coin && cryptoTransfer(coin, request),
    }[method]()

  return (
    <div className="page-column py-6 wide:py-10">
      <title>{`${title} · Kade`}</title>
      <BackLink href={isClosed(order) ? `/orders/details/${order._id}` : `/orders/${order._id}`}>
        Back to order
      </BackLink>
      <PageTitle text={<Summary order={order} method={isPending ? method : order.paymentMethod} />}>{title}</PageTitle>
      <div className="mt-5 grid gap-3 empty:hidden">
        {demo && showsTransfer && <DemoNote />}
        {!isMarking && !isClosed(order) && <StatusNote order={order} outdated={outdated} />}
        <TransferProgress orderId={order._id} />
      </div>
      {isClosed(order) && <ClosedOrder order={order} />}
      <div className="mt-6 grid items-start gap-6 empty:hidden wide:grid-cols-[minmax(0,1fr)_22rem]">
        {showsTransfer && (
          <TransferStep
            method={method}
            transfer={transfer ?? null}
            loading={loading}
            accounts={accounts}
            coin={method === 'crypto' ? coin : undefined}
            onCoin={setCoin}
            twoDecimals={twoDecimals}
            onTwoDecimals={setTwoDecimals}
          />
        )}
        {!isClosed(order) && (
          <section
            aria-labelledby="mark"
            className="surface p-5 wide:sticky wide:top-[calc(var(--nav-height)+1.5rem)] wide:p-6"
          >
            <h2 id="mark" className="mb-4 text-lg">
              {showsTransfer && '2. '}Mark as PAID
            </h2>
            <MarkPaid
              order={order}
              method={method}
              amount={transfer?.fields[0].value ?? ''}
              discountAmount={discountAmount}
              outdated={outdated || (showsTransfer && !transfer)}
              onMarking={setMarking}
            />
          </section>
        )}
      </div>
      {showsTransfer && <Reassurance orderId={order._id} />}
    </div>
  )
}

/** What is paid and how, and below it until when: 'Paying $12.99 for Cloud storage + 1 more by bank transfer.', 'Pay by 25 Nov at 01:28 (2 d 20 h left).' */
function Summary({ order, method }: { order: Order; method: PaymentMethod }) {
  const money = useMoney()
  const now = useNow(60_000)
  const [first, ...others] = order.items
  const items = others.length > 0 ? `${first!.name} + ${others.length} more` : first!.name
  return (
    <>
      {order.paymentStatus === 'pending'
        ? `Paying ${money(order.total)} for ${items} by ${methodInSentence(method)}.`
        : `${items} · ${methodInSentence(method)}`}
      {order.paymentStatus === 'pending' && (
        <span className="block">
          Pay by {formatMomentInText(order.expiresAt, now)}{' '}
          <span className="whitespace-nowrap">({formatTimeLeft(order.expiresAt, now)} left)</span>.
        </span>
      )}
    </>
  )
}

/** Why the order can't be paid here, or not with this amount. */
function StatusNote({ order, outdated }: { order: Order; outdated: boolean }) {
  if (outdated) {
    return (
      <Note tone="waiting" title="The order total has changed. Please review it.">
        <Link href={`/orders/${order._id}`} className="link">
          Back to order
        </Link>
      </Note>
    )
  }
  if (order.paymentStatus === 'pending') return null
  return (
    <Note title={`This order is ${order.paymentStatus}. No further actions are possible.`}>
      <ViewOrder order={order} className="mt-2.5 w-fit" />
    </Note>
  )
}

/** What became of an order that can't be paid any more, and what its customer can do. */
function ClosedOrder({ order }: { order: Order }) {
  const { title, text } = useHeadline(order)
  const customer = useStore((state) => state.accounts.user)
  return (
    <div className="mt-7 grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] wide:gap-16">
      <section aria-labelledby="outcome" className="grid gap-6">
        <div className="grid gap-1.5">
          <h2 id="outcome" className="text-xl wide:text-2xl">
            {title}
          </h2>
          <p className="max-w-2xl text-muted">{text}</p>
        </div>
        <ClosedOrderPanel
          order={order}
          question={<TransferQuestion order={order} amount={amountDue(order)} />}
          presence={<PresenceLine />}
        />
      </section>
      <OrderReceipt order={order} money={useMoney()} customer={customer} />
    </div>
  )
}

const ViewOrder = ({ order, className }: { order: Order; className?: string }) => (
  <ButtonLink size="small" href={`/orders/details/${order._id}`} className={className}>
    View order
  </ButtonLink>
)

function UnsupportedMethod({ orderId }: { orderId: string }) {
  return (
    <div className="page-column py-10">
      <title>Payment · Kade</title>
      <EmptyState
        level={1}
        title="This payment method is not handled on this page."
        text="Choose Binance Pay, a crypto wallet or a bank transfer for your order."
        action={<ButtonLink href={`/orders/${orderId}`}>Back to order</ButtonLink>}
      />
    </div>
  )
}
