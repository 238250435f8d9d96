import { Ban, Check, Clock, ClockAlert, PackageCheck, ScanSearch, Settings2, Undo2, X } from 'lucide-react'
import type { Order } from '../../shared/orders/schema.ts'
import type { Icon, Tone } from '../ui/icon.ts'
import { hasExpired } from '../../shared/orders/rules.ts'
import { restOf } from '../../shared/payments/rest.ts'
import { lateMoneyOf } from './late-money.ts'

type OrderState = {
  text: string
  tone: Tone
  icon: Icon
  action: 'Pay now' | 'Send the rest' | 'Reveal' | 'View'
  href: string
}

/** Where an order stands in a few words, and what its customer can do next: one line for lists. */
export function orderState(order: Order): OrderState {
  const details = `/orders/details/${order._id}`
  const view = { action: 'View', href: details } as const
  const late = lateMoneyOf(order)
  if (late?.isLate) return { ...lateStates[late.state], ...view }
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
      if (restOf(order) > 0 && !order.checking) {
        return {
          text: 'Paid in part',
          tone: 'waiting',
          icon: Clock,
          action: 'Send the rest',
          href: details,
        }
      }
      return {
        text: order.checking ? `Being checked by ${order.checking.name}` : 'Waiting to be checked',
        tone: 'waiting',
        icon: ScanSearch,
        ...view,
      }
    case 'verified':
      if (order.orderStatus !== 'completed')
        return { text: 'Being prepared', tone: 'waiting', icon: Settings2, ...view }
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

/** Whether its customer waits for what happens next, as until staff have decided about money that came late. */
export function isUnderWay(order: Order): boolean {
  switch (order.paymentStatus) {
    case 'pending':
    case 'paid':
      return true
    case 'verified':
      return order.orderStatus !== 'completed'
    case 'failed':
    case 'cancelled':
    case 'refunded':
      return (lateMoneyOf(order)?.state ?? 'returned') !== 'returned'
  }
}

/** Of an order that money came for after it was closed. */
const lateStates = {
  seen: { text: 'Payment arriving late', tone: 'waiting', icon: Clock },
  arrived: { text: 'Payment arrived late', tone: 'waiting', icon: Clock },
  returned: { text: 'Sent back', tone: 'slate', icon: Undo2 },
} as const

/** Whether the customer has opened what was delivered last. */
const isOpened = ({ deliveryOpenedAt, deliveryChangedAt, deliveryReopenedAt }: Order) =>
  deliveryOpenedAt !== null && (deliveryChangedAt === null || deliveryReopenedAt !== null)
