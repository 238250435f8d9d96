import {
  type Order,
  type OrderFilter,
  orderFilters,
  type OrderStatus,
  type PaymentFilter,
  paymentFilters,
  type PaymentStatus,
} from '../../shared/orders/schema.ts'
import type { Signal, StreamEvent } from '../../shared/stream.ts'
import { listKey, setPage } from '../stream/lists.ts'
import { newestFirst, placeInList } from '../stream/place-row.ts'
import type { OrdersState } from './state.ts'

export type OrderListFilter = { paymentStatus?: PaymentFilter | undefined; orderStatus?: OrderFilter | undefined }
type Draft = { orders: OrdersState }
type Page = { data: Order[]; totalCount: number; nextCursor: string | null }

export const ordersKey = (filter: OrderListFilter) => listKey('orders', filter)
export const orderKey = (id: string) => `order/${id}`

/** Stores a page of a list; without a cursor it is the first one. */
export function setOrders(draft: Draft, filter: OrderListFilter, page: Page, cursor?: string) {
  addOrders(draft, page.data)
  setPage(draft.orders.lists, ordersKey(filter), filter, page, cursor)
}

export function addOrders({ orders }: Draft, rows: Order[]) {
  for (const order of rows) orders.byId[order._id] = order
}

/** Stores an order and updates the lists it belongs to. */
export function setOrder({ orders }: Draft, order: Order) {
  const before = orders.byId[order._id]
  orders.byId[order._id] = order
  if (order.paymentStatus !== 'paid') delete orders.queuePositions[order._id]
  for (const list of Object.values(orders.lists)) {
    const belongs = (row: Order) => matches(list.filter, row)
    placeInList(list, { row: order, before, rows: orders.byId, belongs, compare: newestFirst })
  }
}

export function applyOrders(draft: Draft, event: StreamEvent) {
  if (event.type === 'order.changed' && event.stream === 'user') setOrder(draft, event.data.order)
}

export function applyOrderSignal({ orders }: Draft, signal: Signal) {
  if (signal.type === 'queue') orders.queuePositions[signal.data.orderId] = signal.data.ahead
  if (signal.type === 'payment.progress') orders.progress[signal.data.orderId] = signal.data
  if (signal.type !== 'viewing') return
  const { orderId, name } = signal.data
  if (name === null) delete orders.viewers[orderId]
  else orders.viewers[orderId] = name
}

/** Removes the viewer, queue position and progress of an order that is no longer watched. */
export function clearSignals({ orders }: Draft, id: string) {
  delete orders.viewers[id]
  delete orders.queuePositions[id]
  delete orders.progress[id]
}

function matches({ paymentStatus = 'all', orderStatus = 'all' }: OrderListFilter, order: Order) {
  const paymentStatuses: readonly PaymentStatus[] = paymentFilters[paymentStatus]
  const orderStatuses: readonly OrderStatus[] = orderFilters[orderStatus]
  return paymentStatuses.includes(order.paymentStatus) && orderStatuses.includes(order.orderStatus)
}
