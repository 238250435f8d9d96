import { useState } from 'react'
import { Link } from 'wouter'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { methodLabel, supportedPaymentMethods, type PaymentMethod } from '../../shared/payments/schema.ts'
import type { Config } from '../../shared/config.ts'
import { loadOrder } from '../orders/actions.ts'
import { BackLink } from '../ui/back-link.tsx'
import { OrderNotFound } from '../orders/order-not-found.tsx'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
import { orderKey } from '../orders/store.ts'
import { coinOf, CryptoChoice } from '../payments/crypto-choice.tsx'
import { MarkPaid } from '../payments/mark-paid.tsx'
import { type PaymentState, usePaymentState } from '../payments/payment-state.ts'
import { QrImage } from '../payments/qr-image.tsx'
import { bankTransfer, binanceTransfer, cryptoTransfer } from '../../shared/payments/transfer.ts'
import { TransferFields } from '../payments/transfer-fields.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLoad } from '../use-load.ts'

export default function PaymentPage() {
  const client = useClient()
  const state = usePaymentState()
  const id = state?.orderId ?? ''
  const { status, message, code, retry } = useLoad(state && orderKey(id), (signal) => loadOrder(client, id, signal))
  const order = useStore((current) => current.orders.byId[id])
  const config = useStore((current) => current.config)

  if (!state || code === 'not_found') return <OrderNotFound title="Order not found." />
  if (!isPayable(state.paymentMethod)) return <UnsupportedMethod orderId={id} />
  if (order && config) return <Payment order={order} method={state.paymentMethod} state={state} config={config} />
  if (status === 'failed') {
    return <ErrorState className="page-column" title={`Failed to load order: ${message}`} onRetry={retry} />
  }
  return <OrderSkeleton label="Loading payment…" />
}

type PaymentProps = { order: Order; method: PaymentMethod; state: PaymentState; config: Config }

function Payment({ order, method, state: { discountAmount }, config: { accounts, demo } }: PaymentProps) {
  const [coin, setCoin] = useState(() => coinOf(accounts.crypto))
  // The message and the order's page say it already.
  const [isMarking, setMarking] = useState(false)
  const number = orderNumber(order._id)
  const amountDue = Math.max(0, order.subtotal + order.processingFees - discountAmount)
  const outdated = order.paymentStatus === 'pending' && order.discountAmount !== discountAmount
  const transfer = {
    bank: () => bankTransfer(accounts, amountDue, number),
    binance: () => binanceTransfer(accounts, amountDue, number),
    crypto: () => cryptoTransfer(coin.address, coin.network, coin.token, amountDue),
  }[method]()

  // An order that is paid already, or whose total has changed, must not ask for money.
  const [initialStatus] = useState(order.paymentStatus)
  const showsTransfer = initialStatus === 'pending' && !outdated

  return (
    <div className="page-column max-w-[64rem] py-6 wide:py-10">
      <title>{`Pay order #${number} · Kade`}</title>
      <BackLink href={`/orders/${order._id}`}>Back to order</BackLink>
      <PageTitle text={`${methodLabel(method)}: first send the money, then mark the order as paid.`}>
        Pay order #{number}
      </PageTitle>
      <div className="mt-5 grid gap-3 empty:hidden">
        {demo && showsTransfer && (
          <Note tone="waiting" title="This is a demo store">
            The accounts below are made up. Don’t send any money to them.
          </Note>
        )}
        {!isMarking && <StatusNote order={order} outdated={outdated} />}
      </div>
      <div className="mt-6 grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_19rem] wide:grid-cols-[minmax(0,1fr)_22rem]">
        {showsTransfer && (
          <section aria-labelledby="transfer" className="surface p-5 wide:p-7">
            <h2 id="transfer" className="mb-5 text-lg">
              1. Send the transfer
            </h2>
            {method === 'crypto' && (
              <div className="mb-6">
                <CryptoChoice accounts={accounts.crypto} coin={coin} onChange={setCoin} />
              </div>
            )}
            <TransferFields fields={transfer.fields} />
          </section>
        )}
        <div className="grid gap-6">
          {showsTransfer && (
            <section aria-label="QR code" className="surface p-5 wide:p-6">
              <QrImage text={transfer.qr} label={transfer.qrLabel} />
            </section>
          )}
          <section aria-labelledby="mark" className="surface p-5 wide:p-6">
            <h2 id="mark" className="mb-4 text-lg">
              2. Mark as PAID
            </h2>
            <MarkPaid
              order={order}
              method={method}
              amount={transfer.fields[0].value}
              discountAmount={discountAmount}
              outdated={outdated}
              onMarking={setMarking}
            />
          </section>
        </div>
      </div>
    </div>
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
      <Link href={`/orders/details/${order._id}`} className="link">
        View order
      </Link>
    </Note>
  )
}

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

const isPayable = (method: string): method is PaymentMethod =>
  supportedPaymentMethods.some((supported) => supported === method)
