import type { ReactNode } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { receivedAmount } from '../../shared/payments/order-amounts.ts'
import { paymentLabelOf } from '../../shared/payments/status-label.ts'
import { transferReferenceLabels } from '../../shared/payments/words.ts'
import { useStore } from '../client-context.tsx'
import { formatDateTime } from '../lib/format-date.ts'
import { useMoney } from '../use-money.ts'
import { amountDue, paymentWay, rateOfOrder } from './amount-due.ts'
import { describeRefunds, surplusToReturn } from './refund.ts'
import { useQr } from '../payments/qr-image.tsx'

/** Until it is verified, only its customer says that it was paid. */
export const paidOnLabel = ({ verifiedAt }: Pick<Order, 'verifiedAt'>) =>
  verifiedAt === null ? 'Marked as paid on' : 'Paid on'

export type ReceiptCustomer = { firstName: string; lastName: string; email: string } | null
type Props = { order: Order; customer: ReceiptCustomer }

/** On paper only: who bought and sold, how it was paid, and who verified it when. */
export function PrintedFacts({ order, customer }: Props) {
  const config = useStore((state) => state.config)
  const money = useMoney()
  const refunds = describeRefunds(order, money)
  const rate = rateOfOrder(order)
  const surplus = surplusToReturn(order, money)
  const verified = order.history.findLast(({ what }) => what === 'verified')
  return (
    <dl className="printed-facts">
      <Fact label="Billed to">
        {customer && (
          <>
            {customer.firstName} {customer.lastName}
            <br />
            {customer.email}
          </>
        )}
      </Fact>
      <Fact label="Sold by">
        <span className="whitespace-pre-line">
          {[
            config?.owner.name ?? config?.name,
            config?.owner.address,
            config?.owner.registration,
            config?.owner.email,
            config?.owner.phone,
            withoutScheme(config?.publicUrl),
          ]
            .filter(Boolean)
            .join('\n')}
        </span>
      </Fact>
      <Fact label="Ordered on">{formatDateTime(order.createdAt)}</Fact>
      <Fact label={paidOnLabel(order)}>{order.paidAt && formatDateTime(order.paidAt)}</Fact>
      <Fact label={verified?.name ? `Verified by ${verified.name} on` : 'Verified on'}>
        {verified && formatDateTime(verified.at)}
      </Fact>
      <Fact label={order.verifiedAt === null ? 'Payment method' : 'Paid with'}>
        {paymentWay(order)}
        {order.request && (
          <>
            <br />
            {amountDue(order)}
          </>
        )}
        {rate && (
          <>
            <br />
            at {rate}
          </>
        )}
      </Fact>
      <Fact label="Received">{surplus && receivedAmount(order, money)}</Fact>
      <Fact label="To be sent back">{surplus}</Fact>
      {order.paymentStatus !== 'verified' && <Fact label="Status">{paymentLabelOf(order)}</Fact>}
      {refunds.map(({ amount, way, at }) => (
        <Fact key={at} label={`Sent back on ${formatDateTime(at)}`}>
          {way}
          <br />
          {amount}
        </Fact>
      ))}
      <Fact label={transferReferenceLabels[order.paymentMethod]} isLong={isLong(order.transferReference)}>
        {order.transferReference}
      </Fact>
      {refunds.map(
        ({ at, reference }) =>
          reference && (
            <Fact key={at} label={`${reference.label} of what was sent back`} isLong={isLong(reference.text)}>
              {reference.text}
            </Fact>
          ),
      )}
    </dl>
  )
}

/** A transaction hash fits on a line of its own. */
const isLong = (text: string | null) => (text?.length ?? 0) > 32

type FactProps = { label: string; isLong?: boolean; children: ReactNode }

function Fact({ label, isLong = false, children }: FactProps) {
  if (!children) return null
  return (
    <div className={isLong ? 'printed-long' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** On paper only: a QR code of the order's page, and its address. */
export function PrintedFoot({ order }: { order: Order }) {
  const publicUrl = useStore((state) => state.config?.publicUrl ?? '')
  const url = `${publicUrl}/orders/details/${order._id}`
  const qr = useQr(url)
  return (
    <div className="printed-foot">
      {qr && <img src={qr} alt="" width={96} height={96} />}
      <p>
        {mayBeDelivered(order)
          ? 'Scan to open this order. The page shows its current state and, once it is ready, your delivery.'
          : 'Scan to open this order. The page shows its current state.'}
        <br />
        Order ID {order._id}. Time zone: {timeZone()}.
      </p>
      <p className="printed-url">{withoutScheme(url)}</p>
    </div>
  )
}

/** The viewer's, such as Asia/Colombo. */
const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const mayBeDelivered = ({ paymentStatus }: Order) =>
  paymentStatus === 'pending' || paymentStatus === 'paid' || paymentStatus === 'verified'

const withoutScheme = (url = '') => url.replace(/^https?:\/\//, '')
