import { conflict } from '../api-error.ts'
import {
  type OrderActor,
  orderLabels,
  type OrderState,
  type OrderStatus,
  paymentLabels,
  type PaymentStatus,
} from './schema.ts'

type StateName = `${PaymentStatus}/${OrderStatus}`

/** The order state machine: every allowed transition (docs/rules.md, Orders). */
const transitions = [
  { action: 'applyCoupon', by: 'customer', from: 'pending/pending', to: 'pending/pending' },
  { action: 'cancel', by: 'customer', from: 'pending/pending', to: 'cancelled/failed' },
  { action: 'markPaid', by: 'customer', from: 'pending/pending', to: 'paid/pending' },
  { action: 'claim', by: 'staff', from: 'paid/pending', to: 'paid/pending' },
  { action: 'claim', by: 'staff', from: 'verified/processing', to: 'verified/processing' },
  { action: 'verify', by: 'staff', from: 'paid/pending', to: 'verified/processing' },
  { action: 'reject', by: 'staff', from: 'paid/pending', to: 'failed/failed' },
  { action: 'complete', by: 'staff', from: 'verified/processing', to: 'verified/completed' },
  { action: 'changeDelivery', by: 'staff', from: 'verified/completed', to: 'verified/completed' },
  { action: 'refund', by: 'staff', from: 'verified/processing', to: 'refunded/failed' },
  { action: 'refund', by: 'staff', from: 'verified/completed', to: 'refunded/completed' },
  { action: 'expire', by: 'store', from: 'pending/pending', to: 'cancelled/failed' },
] as const satisfies { action: string; by: OrderActor; from: StateName; to: StateName }[]

export type OrderAction = (typeof transitions)[number]['action']

const findTransition = (order: OrderState, action: OrderAction) =>
  transitions.find((row) => row.action === action && row.from === `${order.paymentStatus}/${order.orderStatus}`)

export const canMove = (order: OrderState, action: OrderAction) => findTransition(order, action) !== undefined

/** The state after `action`. @throws ApiError 409 naming the current state when the action isn't allowed from it */
export function move(order: OrderState, action: OrderAction): OrderState {
  const row = findTransition(order, action)
  if (!row) throw transitionError(order, action)
  const [paymentStatus, orderStatus] = row.to.split('/') as [PaymentStatus, OrderStatus]
  return { paymentStatus, orderStatus }
}

/** The 409 for an action that isn't allowed in the order's current state. */
export function transitionError(order: OrderState, action: OrderAction) {
  const { from, by } = transitions.find((row) => row.action === action)!
  const required =
    from === 'pending/pending'
      ? 'pending'
      : from === 'paid/pending'
        ? 'paid'
        : from === 'verified/completed'
          ? 'completed'
          : 'verified'
  const state = `${paymentLabels[order.paymentStatus]}, ${orderLabels[order.orderStatus]}`
  return conflict(`order_not_${required}`, `${describeNextActions(order, by)} (${state})`)
}

const outcomes: Partial<Record<OrderAction, string>> = {
  markPaid: 'paid',
  cancel: 'cancelled',
  verify: 'verified',
  reject: 'rejected',
  complete: 'completed',
  refund: 'refunded',
}

/** An order's payment status, and what this side can do with it: 'This order is verified. It can be refunded.' */
export function describeNextActions(order: OrderState, by: OrderActor): string {
  const { paymentStatus, orderStatus } = order
  const state = `This order is ${paymentStatus}.`
  const next = transitions
    .filter((row) => row.by === by && row.from === `${paymentStatus}/${orderStatus}`)
    .flatMap(({ action }) => outcomes[action] ?? [])
  const delivery = by === 'staff' && canMove(order, 'changeDelivery') ? ', and its delivery changed' : ''
  if (next.length > 0) return `${state} It can be ${next.join(' or ')}${delivery}.`
  if (by === 'staff' && paymentStatus === 'pending') return `${state} Its customer has not paid yet.`
  return `${state} No further actions are possible.`
}

/** The short order number shown to customers and staff. */
export const orderNumber = (id: string) => id.slice(-6).toUpperCase()

/** How long the payment page waits before an order can be marked as paid. */
export const markPaidCountdownSeconds = 60
