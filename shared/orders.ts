import { conflict } from './refusal.ts'

export const paymentStatuses = ['pending', 'paid', 'verified', 'failed', 'cancelled', 'refunded'] as const
export const orderStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export type OrderStatus = (typeof orderStatuses)[number]
export type OrderState = { paymentStatus: PaymentStatus; orderStatus: OrderStatus }

/** SPEC.md §4. */
export const paymentLabels: Record<PaymentStatus, string> = {
  pending: 'Payment Pending',
  paid: 'Paid (pending verification)',
  verified: 'Payment Verified',
  failed: 'Payment Failed',
  cancelled: 'Payment Cancelled',
  refunded: 'Payment Refunded',
}
export const orderLabels: Record<OrderStatus, string> = {
  pending: 'Order Pending',
  processing: 'Order Processing',
  completed: 'Order Completed',
  failed: 'Order Cancelled',
}

type State = `${PaymentStatus}/${OrderStatus}`
type Mover = 'customer' | 'staff' | 'store'

/** The order's whole life (RULES.md, Orders): every change of state is a row here, and there is no other. */
const table = [
  { action: 'applyCoupon', by: 'customer', from: 'pending/pending', to: 'pending/pending' },
  { action: 'cancel', by: 'customer', from: 'pending/pending', to: 'cancelled/failed' },
  { action: 'markPaid', by: 'customer', from: 'pending/pending', to: 'paid/pending' },
  { action: 'claim', by: 'staff', from: 'paid/pending', to: 'paid/pending' },
  { action: 'verify', by: 'staff', from: 'paid/pending', to: 'verified/processing' },
  { action: 'reject', by: 'staff', from: 'paid/pending', to: 'failed/failed' },
  { action: 'complete', by: 'staff', from: 'verified/processing', to: 'verified/completed' },
  { action: 'refund', by: 'staff', from: 'verified/processing', to: 'refunded/failed' },
  { action: 'refund', by: 'staff', from: 'verified/completed', to: 'refunded/completed' },
  { action: 'expire', by: 'store', from: 'pending/pending', to: 'cancelled/failed' },
] as const satisfies { action: string; by: Mover; from: State; to: State }[]

export type Action = (typeof table)[number]['action']

const find = (order: OrderState, action: Action) =>
  table.find((row) => row.action === action && row.from === `${order.paymentStatus}/${order.orderStatus}`)

export const canMove = (order: OrderState, action: Action) => find(order, action) !== undefined

/** The state that `action` leads to. @throws 409 naming the present state when it is not allowed from there. */
export function move(order: OrderState, action: Action): OrderState {
  const row = find(order, action)
  if (!row) throw notAllowed(order, action)
  const [paymentStatus, orderStatus] = row.to.split('/') as [PaymentStatus, OrderStatus]
  return { paymentStatus, orderStatus }
}

export function notAllowed(order: OrderState, action: Action) {
  const first = table.find((row) => row.action === action)!
  const wanted = first.from === 'pending/pending' ? 'pending' : first.from === 'paid/pending' ? 'paid' : 'verified'
  const state = `${paymentLabels[order.paymentStatus]}, ${orderLabels[order.orderStatus]}`
  return conflict(
    `order_not_${wanted}`,
    `This order is ${order.paymentStatus}. No further actions are possible. (${state})`,
  )
}

export const orderNumber = (id: string) => id.slice(-6).toUpperCase()

/** The list's filters (SPEC.md §2): what each choice shows. */
export const paymentFilters = {
  all: paymentStatuses,
  pending: ['pending'],
  paid: ['paid', 'verified'],
  failed: ['failed'],
} as const satisfies Record<string, readonly PaymentStatus[]>
export const orderFilters = {
  all: orderStatuses,
  processing: ['processing'],
  completed: ['completed'],
  cancelled: ['failed'],
} as const satisfies Record<string, readonly OrderStatus[]>
export type PaymentFilter = keyof typeof paymentFilters
export type OrderFilter = keyof typeof orderFilters

/** Seconds to wait on the payment page before an order may be marked as paid (SPEC.md §4). */
export const markPaidCountdown = 60
