import type { Order } from '../../shared/order-calls.ts'
import { momentOf } from './when.ts'

/** Where an order stands: a few words for the tab's title, and a sentence for the page. */
export function headlineOf(order: Order, now = Date.now()): { title: string; text: string } {
  switch (order.paymentStatus) {
    case 'pending':
      return {
        title: 'Waiting for your payment',
        text: `Pay by ${momentOf(order.expiresAt, now)}. After that the order ends by itself.`,
      }
    case 'paid':
      return {
        title: order.checking ? `Being checked by ${order.checking.name}` : 'Waiting to be checked',
        text: 'We look for your transfer. This page moves by itself as soon as there is news.',
      }
    case 'verified':
      return order.orderStatus === 'completed'
        ? { title: 'Your order is ready', text: 'Everything is delivered. Thank you.' }
        : { title: 'Payment verified', text: 'The money has arrived. We are preparing your order now.' }
    case 'failed':
      return { title: 'Payment rejected', text: 'We could not match your transfer, so this order is closed.' }
    case 'refunded':
      return { title: 'Payment refunded', text: 'The money was sent back to you.' }
    case 'cancelled':
      return hasExpired(order)
        ? { title: 'Order expired', text: 'It was not paid in time. Nothing was charged.' }
        : { title: 'Order cancelled', text: 'You called it off before paying. Nothing was charged.' }
  }
}

export const hasExpired = (order: Order) => order.history.some(({ what }) => what === 'expired')
