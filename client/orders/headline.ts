import type { Order } from '../../shared/orders/schema.ts'
import { restOf } from '../../shared/payments/rest.ts'
import { formatMomentInText } from '../lib/format-date.ts'
import { isOnItsWay, lateTransfers } from './received.ts'

/** The state of an order: a short title for the tab, and a sentence for the page. */
export function headlineOf(order: Order, now = Date.now()): { title: string; text: string } {
  switch (order.paymentStatus) {
    case 'pending':
      return {
        title: 'Waiting for your payment',
        text: `Pay by ${formatMomentInText(order.expiresAt, now)}. After that the order expires.`,
      }
    case 'paid':
      return { title: paidTitle(order), text: `${paidText(order)} This page updates by itself.` }
    case 'verified':
      return order.orderStatus === 'completed'
        ? { title: 'Your order is ready', text: 'Everything is delivered. Thank you.' }
        : { title: 'Payment verified', text: 'Your money has arrived. We’re preparing your order now.' }
    case 'failed':
      return {
        title: 'Payment rejected',
        text: `We couldn’t match a transfer to this order, so it’s closed. ${lateText(order)}`.trim(),
      }
    case 'refunded':
      return { title: 'Payment refunded', text: 'The money was sent back to you.' }
    case 'cancelled':
      return hasExpired(order)
        ? { title: 'Order expired', text: `It wasn’t paid in time. ${lateText(order) || 'Nothing was charged.'}` }
        : {
            title: 'Order cancelled',
            text: lateText(order)
              ? `You cancelled it. ${lateText(order)}`
              : 'You cancelled it before paying. Nothing was charged.',
          }
  }
}

/** What became of the money that came too late; empty without any. */
export function lateText(order: Order): string {
  const { received, payments, late = [] } = order
  if (received > 0 || lateTransfers(order).length > 0) return 'Your money arrived after that.'
  return [...payments, ...late].some(({ state }) => state === 'dismissed') ? 'Your money was sent back.' : ''
}

function paidTitle(order: Order): string {
  if (order.checking) return `Being checked by ${order.checking.name}`
  return restOf(order) > 0 ? 'Part of your payment is missing' : 'Waiting to be checked'
}

/** What is known of the money. */
function paidText(order: Order): string {
  const { received, total } = order
  if (restOf(order) > 0) return 'Please send the rest.'
  if (isOnItsWay(order)) return 'We’ve seen your transfer and are waiting until it’s final.'
  if (received >= total) return 'Your money has arrived and is verified next.'
  return 'We’re looking for your transfer.'
}

export const hasExpired = (order: Order) => order.history.some(({ what }) => what === 'expired')
