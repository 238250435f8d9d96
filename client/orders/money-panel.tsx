import { surplusOf } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { amountsOf, type FormatMoney } from '../../shared/payments/order-amounts.ts'
import { restOf } from '../../shared/payments/rest.ts'
import { SendRest } from '../payments/send-rest.tsx'
import { ReceivedPayments } from './received-payments.tsx'
import { useMoney } from '../use-money.ts'
import { isOnItsWay } from './received.ts'

/** What has arrived for an order, what is missing or too much, and what to do; nothing before money is known. */
export function MoneyPanel({ order }: { order: Order }) {
  const money = useMoney()
  if (order.payments.length === 0) return null
  return (
    <section aria-label="Your money" className="surface p-5">
      <h2 className="text-lg">{titleOf(order, money)}</h2>
      <p className="mt-2 text-sm text-muted">{textOf(order, money)}</p>
      <ReceivedPayments order={order} money={money} />
      {restOf(order) > 0 && <SendRest order={order} />}
    </section>
  )
}

const isClosed = ({ paymentStatus }: Order) => paymentStatus === 'cancelled' || paymentStatus === 'failed'

function titleOf(order: Order, money: FormatMoney): string {
  const { missing, surplus } = amountsOf(order, money)
  if (restOf(order) > 0) return `${missing} is missing`
  if (isClosed(order)) return order.received > 0 ? 'Your money arrived late' : 'Your money was sent back'
  if (surplusOf(order) > 0) return `You sent ${surplus} too much`
  return isOnItsWay(order) ? 'Your money is on its way' : 'Your money has arrived'
}

function textOf(order: Order, money: FormatMoney): string {
  if (restOf(order) > 0) return 'What has arrived already counts.'
  if (isClosed(order)) {
    return order.received > 0
      ? 'The order was closed by then. A member of staff will reopen it or send the money back.'
      : 'It is on its way to you, or has already arrived.'
  }
  if (surplusOf(order) > 0)
    return 'We’ll send the extra back. Your order isn’t affected, and you don’t need to do anything.'
  if (order.refunded > 0) return `${amountsOf(order, money).refunded} was sent back to you.`
  if (isOnItsWay(order)) return 'We’ve seen the transfer and are waiting until it’s final.'
  return order.paymentStatus === 'paid' ? 'It will be verified next.' : 'Nothing is missing.'
}
