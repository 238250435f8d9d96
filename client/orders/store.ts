import type { Order } from '../../shared/order-calls.ts'
import {
  type OrderFilter,
  orderFilters,
  type OrderStatus,
  type PaymentFilter,
  paymentFilters,
  type PaymentStatus,
} from '../../shared/orders.ts'
import type { Signal, StreamEvent } from '../../shared/stream.ts'
import { listKey, listOf, newestFirst, placeInList } from '../stream/lists.ts'
import type { OrdersState } from './state.ts'

export type Filters = { paymentStatus?: PaymentFilter | undefined; orderStatus?: OrderFilter | undefined }
type Draft = { orders: OrdersState }
type Page = { data: Order[]; totalCount: number; nextCursor: string | null }

export const ordersKey = (filters: Filters) => listKey('orders', filters)
export const orderKey = (id: string) => `order/${id}`

export function setOrders(draft: Draft, filters: Filters, page: Page) {
  keepOrders(draft, page.data)
  draft.orders.lists[ordersKey(filters)] = listOf(page)
}

export function keepOrders({ orders }: Draft, rows: Order[]) {
  for (const order of rows) orders.byId[order._id] = order
}

/** Keeps an order, and puts it into every list that it belongs to. */
export function setOrder({ orders }: Draft, order: Order) {
  const before = orders.byId[order._id]
  orders.byId[order._id] = order
  if (order.paymentStatus !== 'paid') delete orders.ahead[order._id]
  for (const [key, list] of Object.entries(orders.lists)) {
    const belongs = (row: Order) => isIn(filtersOf(key), row)
    placeInList(list, { row: order, before, rows: orders.byId, belongs, compare: newestFirst })
  }
}

export function applyOrders(draft: Draft, event: StreamEvent) {
  if (event.type === 'order.changed' && event.stream === 'user') setOrder(draft, event.data.order)
}

export function hearOrders({ orders }: Draft, signal: Signal) {
  if (signal.type === 'queue') orders.ahead[signal.data.orderId] = signal.data.ahead
  if (signal.type !== 'viewing') return
  const { orderId, name } = signal.data
  if (name === null) delete orders.viewing[orderId]
  else orders.viewing[orderId] = name
}

export function stopWatching({ orders }: Draft, id: string) {
  delete orders.viewing[id]
  delete orders.ahead[id]
}

function filtersOf(key: string): Filters {
  return Object.fromEntries(new URLSearchParams(key.slice('orders&'.length)))
}

function isIn({ paymentStatus = 'all', orderStatus = 'all' }: Filters, order: Order) {
  const payments: readonly PaymentStatus[] = paymentFilters[paymentStatus]
  const states: readonly OrderStatus[] = orderFilters[orderStatus]
  return payments.includes(order.paymentStatus) && states.includes(order.orderStatus)
}
