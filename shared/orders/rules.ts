import { conflict } from '../api-error.ts'
import {
  type Order,
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
  { action: 'choosePayment', by: 'customer', from: 'pending/pending', to: 'pending/pending' },
  { action: 'cancel', by: 'customer', from: 'pending/pending', to: 'cancelled/failed' },
  { action: 'markPaid', by: 'customer', from: 'pending/pending', to: 'paid/pending' },
  { action: 'markPaid', by: 'store', from: 'pending/pending', to: 'paid/pending' },
  { action: 'changeProofs', by: 'customer', from: 'paid/pending', to: 'paid/pending' },
  { action: 'changeProofs', by: 'customer', from: 'pending/pending', to: 'pending/pending' },
  { action: 'changeProofs', by: 'customer', from: 'failed/failed', to: 'failed/failed' },
  // Of an expired order, not of a cancelled one (takesProofs).
  { action: 'changeProofs', by: 'customer', from: 'cancelled/failed', to: 'cancelled/failed' },
  { action: 'changeReference', by: 'customer', from: 'paid/pending', to: 'paid/pending' },
  { action: 'changeReference', by: 'customer', from: 'pending/pending', to: 'pending/pending' },
  { action: 'requestProof', by: 'staff', from: 'paid/pending', to: 'paid/pending' },
  { action: 'claim', by: 'staff', from: 'paid/pending', to: 'paid/pending' },
  { action: 'claim', by: 'staff', from: 'verified/processing', to: 'verified/processing' },
  { action: 'verify', by: 'staff', from: 'paid/pending', to: 'verified/processing' },
  { action: 'verify', by: 'store', from: 'paid/pending', to: 'verified/processing' },
  { action: 'reject', by: 'staff', from: 'paid/pending', to: 'failed/failed' },
  { action: 'complete', by: 'staff', from: 'verified/processing', to: 'verified/completed' },
  { action: 'changeDelivery', by: 'staff', from: 'verified/completed', to: 'verified/completed' },
  { action: 'refund', by: 'staff', from: 'verified/processing', to: 'refunded/failed' },
  { action: 'refund', by: 'staff', from: 'verified/completed', to: 'refunded/completed' },
  { action: 'refundPart', by: 'staff', from: 'verified/processing', to: 'verified/processing' },
  { action: 'refundPart', by: 'staff', from: 'verified/completed', to: 'verified/completed' },
  { action: 'reopen', by: 'staff', from: 'cancelled/failed', to: 'paid/pending' },
  { action: 'reopen', by: 'staff', from: 'failed/failed', to: 'paid/pending' },
  { action: 'unverify', by: 'staff', from: 'verified/processing', to: 'paid/pending' },
  { action: 'expire', by: 'store', from: 'pending/pending', to: 'cancelled/failed' },
] as const satisfies { action: string; by: OrderActor; from: StateName; to: StateName }[]

export type OrderAction = (typeof transitions)[number]['action']

const findTransition = (order: OrderState, action: OrderAction) =>
  transitions.find((row) => row.action === action && row.from === `${order.paymentStatus}/${order.orderStatus}`)

/** Whether the table of states has a row for `action` from the order's state. */
export const canMove = (order: OrderState, action: OrderAction) => findTransition(order, action) !== undefined

/** Whether an order was closed because it wasn't paid in time. */
export const hasExpired = ({ history }: Pick<Order, 'history'>) => history.some(({ what }) => what === 'expired')

/** Whether its customer can add and delete pictures of the transfer: while it waits, and once it was rejected or has expired. */
export const takesProofs = (order: OrderState & Pick<Order, 'history'>) =>
  canMove(order, 'changeProofs') && (order.paymentStatus !== 'cancelled' || hasExpired(order))

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
          : from === 'cancelled/failed'
            ? 'closed'
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
  reopen: 'reopened',
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

type Money = { total: number; received: number; refunded: number }

/**
 * How much of an order can still be sent back, in cents: what has arrived, also beyond the total; the total if staff have
 * verified it without a known payment.
 */
export const refundable = ({ total, received, refunded }: Money) => Math.max(0, (received || total) - refunded)

/** What has arrived beyond the total and wasn't sent back, in cents. */
export const surplusOf = ({ total, received, refunded }: Money) => Math.max(0, received - total - refunded)

/** The short order number shown to customers and staff. */
export const orderNumber = (id: string) => id.slice(-6).toUpperCase()

/** How long the payment page waits before an order can be marked as paid. */
export const markPaidCountdownSeconds = 60
