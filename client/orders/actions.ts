import { cartTotals } from '../../shared/cart.ts'
import { type Order, orderRoutes } from '../../shared/order-calls.ts'
import type { PaymentMethod } from '../../shared/payment.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Given } from '../api/call.ts'
import { loadCart } from '../cart/actions.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { appendPage, asManyAs } from '../stream/lists.ts'
import { type Filters, keepOrders, orderKey, ordersKey, setOrder, setOrders, stopWatching } from './store.ts'

const streams = ['user' as const]
const usual = 20

/**
 * Orders what the cart shows.
 * @throws CallFailed 409 when it comes to something else by now: what is shown is the new cart then
 */
export async function checkout(client: Client, paymentMethod: PaymentMethod): Promise<Order> {
  const { subtotal } = cartTotals(client.store.getState().cart.lines ?? [])
  try {
    const { data } = await client.attempt(`checkout ${paymentMethod} ${subtotal}`, (key) =>
      client.send(orderRoutes.checkout, { paymentMethod, subtotal }, { slice: 'checkout', streams, key, write }),
    )
    return data
  } catch (error) {
    if (isFailure(error) && error.code === 'cart_changed') await loadCart(client)
    throw error
  }
}

/** The list from its beginning, and as far as it was shown. @throws CallFailed */
export function loadOrders(client: Client, filters: Filters, signal?: AbortSignal) {
  const shown = client.store.getState().orders.lists[ordersKey(filters)]?.ids
  return client.load(
    orderRoutes.orders,
    { ...filters, limit: asManyAs(shown, usual) },
    { slice: ordersKey(filters), streams, signal, write: (draft, page) => setOrders(draft, filters, page) },
  )
}

export async function loadMoreOrders(client: Client, filters: Filters, signal?: AbortSignal) {
  const key = ordersKey(filters)
  const cursor = client.store.getState().orders.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    orderRoutes.orders,
    { ...filters, cursor, limit: usual },
    {
      slice: key,
      streams,
      signal,
      write(draft, page) {
        keepOrders(draft, page.data)
        appendPage(draft.orders.lists[key], cursor, page)
      },
    },
  )
}

/** @throws CallFailed 404 for an order that is not there, or not one's own */
export const loadOrder = (client: Client, id: string, signal?: AbortSignal) =>
  client.load(
    orderRoutes.order,
    { id },
    {
      slice: orderKey(id),
      streams,
      signal,
      write(draft, { data, checkingTakes }) {
        setOrder(draft, data)
        draft.orders.takes[id] = checkingTakes
      },
    },
  )

export async function cancelOrder(client: Client, id: string): Promise<Order> {
  const { data } = await client.attempt(`cancel ${id}`, (key) =>
    client.send(orderRoutes.cancel, { id }, { slice: orderKey(id), streams, key, write }),
  )
  return data
}

type Payment = Omit<Given<typeof orderRoutes.markPaid>, 'id'>

/** @throws CallFailed 409 when it is not to be paid any more, or comes to another amount */
export async function markPaid(client: Client, id: string, payment: Payment): Promise<Order> {
  const { data } = await client.attempt(`paid ${id} ${JSON.stringify(payment)}`, (key) =>
    client.send(orderRoutes.markPaid, { id, ...payment }, { slice: orderKey(id), streams, key, write }),
  )
  return data
}

/** What was delivered, which is kept nowhere on this side. @throws CallFailed 404 when there is nothing */
export async function openDelivery(client: Client, id: string): Promise<string> {
  const { answer } = await client.call(orderRoutes.delivery, { id })
  return answer.data.note
}

/** Follows who looks at an order and how many are checked before it. Returns how to end that. */
export function watchOrder(client: Client, id: string) {
  const unwatch = client.connection.watch(id)
  return () => {
    unwatch()
    client.update((draft) => stopWatching(draft, id))
  }
}

function write(draft: State, { data }: { data: Order }) {
  setOrder(draft, data)
}
