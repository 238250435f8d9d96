import type { Order } from '../../shared/orders/schema.ts'
import { formatMoment } from '../lib/format-date.ts'

/** The state of an order: a short title for the tab, and a sentence for the page. */
export function headlineOf(order: Order, now = Date.now()): { title: string; text: string } {
  switch (order.paymentStatus) {
    case 'pending':
      return {
        title: 'Waiting for your payment',
        text: `Pay by ${formatMoment(order.expiresAt, now)}. After that the order expires.`,
      }
    case 'paid':
      return {
        title: order.checking ? `Being checked by ${order.checking.name}` : 'Waiting to be checked',
        text: 'We’re looking for your transfer. This page updates by itself as soon as there’s news.',
      }
    case 'verified':
      return order.orderStatus === 'completed'
        ? { title: 'Your order is ready', text: 'Everything is delivered. Thank you.' }
        : { title: 'Payment verified', text: 'Your money has arrived. We’re preparing your order now.' }
    case 'failed':
      return { title: 'Payment rejected', text: 'We couldn’t match a transfer to this order, so it’s closed.' }
    case 'refunded':
      return { title: 'Payment refunded', text: 'The money was sent back to you.' }
    case 'cancelled':
      return hasExpired(order)
        ? { title: 'Order expired', text: 'It wasn’t paid in time. Nothing was charged.' }
        : { title: 'Order cancelled', text: 'You cancelled it before paying. Nothing was charged.' }
  }
}

export const hasExpired = (order: Order) => order.history.some(({ what }) => what === 'expired')
