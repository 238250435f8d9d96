import { Ban, Check, Clock, ClockAlert, PackageCheck, ScanSearch, Settings2, Undo2, X } from 'lucide-react'
import type { Order } from '../../shared/orders/schema.ts'
import type { Icon, Tone } from '../ui/icon.ts'
import { hasExpired } from './headline.ts'

type OrderState = { text: string; tone: Tone; icon: Icon; action: 'Pay now' | 'Reveal' | 'View'; href: string }

/** Where an order stands in a few words, and what its customer can do next: one line for lists. */
export function orderState(order: Order): OrderState {
  const details = `/orders/details/${order._id}`
  const view = { action: 'View', href: details } as const
  switch (order.paymentStatus) {
    case 'pending':
      return {
        text: 'Waiting for your payment',
        tone: 'waiting',
        icon: Clock,
        action: 'Pay now',
        href: `/orders/${order._id}`,
      }
    case 'paid':
      return {
        text: order.checking ? `Being checked by ${order.checking.name}` : 'Being checked',
        tone: 'slate',
        icon: ScanSearch,
        ...view,
      }
    case 'verified':
      if (order.orderStatus !== 'completed') return { text: 'Being prepared', tone: 'slate', icon: Settings2, ...view }
      return order.hasDelivery && !isOpened(order)
        ? { text: 'Ready', tone: 'good', icon: PackageCheck, action: 'Reveal', href: details }
        : { text: 'Ready', tone: 'good', icon: Check, ...view }
    case 'failed':
      return { text: 'Payment rejected', tone: 'bad', icon: X, ...view }
    case 'refunded':
      return { text: 'Refunded', tone: 'slate', icon: Undo2, ...view }
    case 'cancelled':
      return hasExpired(order)
        ? { text: 'Expired', tone: 'slate', icon: ClockAlert, ...view }
        : { text: 'Cancelled', tone: 'slate', icon: Ban, ...view }
  }
}

/** Whether the customer has opened what was delivered last. */
const isOpened = ({ deliveryOpenedAt, deliveryChangedAt, deliveryReopenedAt }: Order) =>
  deliveryOpenedAt !== null && (deliveryChangedAt === null || deliveryReopenedAt !== null)
