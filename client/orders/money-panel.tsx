import { surplusOf } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { amountsOf, type FormatMoney } from '../../shared/payments/order-amounts.ts'
import { restOf } from '../../shared/payments/rest.ts'
import { SendRest } from '../payments/send-rest.tsx'
import { ReceivedPayments } from './received-payments.tsx'
import { useStore } from '../client-context.tsx'
import { useMoney } from '../use-money.ts'
import { isOnItsWay } from './received.ts'
import { describeRefunds, describeRefundTime } from './refund.ts'
import { Refund } from './refund-panel.tsx'

/** What has arrived for an order, or too much, or was sent back in part, and what to do; nothing before money is known. */
export function MoneyPanel({ order }: { order: Order }) {
  const money = useMoney()
  const refundWithin = useStore((state) => state.config?.refundWithin)
  // A transfer that staff saw in the bank's app alone is in no ledger.
  if (order.payments.length === 0 && (order.refunded === 0 || order.paymentStatus === 'refunded')) return null
  const isShort = restOf(order) > 0
  const text = textOf(order, money, refundWithin)
  return (
    <section aria-label="Your money" className="surface p-5">
      {isShort ? <SendRest order={order} /> : <h2 className="text-lg">{titleOf(order, money)}</h2>}
      {text && <p className="mt-1.5 text-muted">{text}</p>}
      <ReceivedPayments
        order={order}
        money={money}
        summary={isShort ? 'none' : order.payments.length > 1 ? 'shown' : 'hidden'}
      />
      {order.paymentStatus !== 'refunded' &&
        describeRefunds(order, money).map((refund) => (
          <div key={refund.at} className="mt-4 border-t border-line pt-4">
            <Refund refund={refund} />
          </div>
        ))}
    </section>
  )
}

const isOver = ({ paymentStatus }: Order) =>
  paymentStatus === 'cancelled' || paymentStatus === 'failed' || paymentStatus === 'refunded'

function titleOf(order: Order, money: FormatMoney): string {
  if (isOver(order)) return 'What arrived'
  if (order.payments.length === 0) return 'A part was sent back'
  if (surplusOf(order) > 0) return `You sent ${amountsOf(order, money).surplus} too much`
  return isOnItsWay(order) ? 'Your money is on its way' : 'Your money has arrived'
}

function textOf(order: Order, money: FormatMoney, refundWithin: string | null | undefined): string {
  if (restOf(order) > 0 || isOver(order)) return ''
  if (surplusOf(order) > 0)
    return `We’ll send the extra back${describeRefundTime(refundWithin, ', the way it came')}. Your order isn’t affected, and you don’t need to do anything.`
  if (order.refunded > 0)
    return order.refunds?.length ? '' : `${amountsOf(order, money).refunded} was sent back to you.`
  if (isOnItsWay(order)) return 'We’ve seen the transfer and are waiting for it to be confirmed.'
  return order.paymentStatus === 'paid' ? 'It will be verified next.' : 'Nothing is missing.'
}
