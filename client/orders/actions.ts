import { cartTotals } from '../../shared/cart/rules.ts'
import { orderRoutes } from '../../shared/orders/routes.ts'
import type { CartLine } from '../../shared/cart/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import type { ActionContext } from '../action-context.ts'
import { isFailure } from '../api/call-failed.ts'
import type { CallArgs } from '../api/call.ts'
import { isUnanswered } from '../api/failures.ts'
import { loadCart } from '../cart/actions.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { beginLoads, continueLoad } from '../stream/begun-loads.ts'
import { createPagedList } from '../stream/paged-list.ts'
import { clearSignals, type OrderListFilter, orderKey, ordersKey, setOrder, setOrders } from './store.ts'

const streams = ['user' as const]

/**
 * Orders what is in the cart. Called again with the same lines after a failure, it never makes a second order.
 * @param lines those of the cart as they are on screen
 * @throws CallFailed 409 if the total has changed; the new cart is on screen then
 */
export async function checkout(
  context: ActionContext,
  paymentMethod: PaymentMethod,
  lines: CartLine[] = context.store.getState().cart.lines ?? [],
): Promise<Order> {
  const { subtotal } = cartTotals(lines)
  const operation = ['checkout', paymentMethod, ...lines.map(({ _id, count, item }) => `${_id} ${count} ${item.price}`)]
  try {
    const { data } = await context.idempotently(operation.join(' '), (key) =>
      context.send(orderRoutes.checkout, { paymentMethod, subtotal }, { snapshotKey: 'checkout', streams, key, write }),
    )
    return data
  } catch (error) {
    if (isFailure(error) && error.code === 'cart_changed') await loadCart(context)
    throw error
  }
}

/** The user's orders, newest first. */
export const { load: loadOrders, loadMore: loadMoreOrders } = createPagedList({
  route: orderRoutes.orders,
  streams,
  pageSize: 20,
  key: ordersKey,
  args: (filter: OrderListFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.orders.lists[ordersKey(filter)],
  write: setOrders,
})

/** @throws CallFailed 404 for an unknown order, or another user's */
export const loadOrder = (context: ActionContext, id: string, signal?: AbortSignal) =>
  continueLoad(orderKey(id), () =>
    context.load(
      orderRoutes.order,
      { id },
      {
        snapshotKey: orderKey(id),
        streams,
        signal,
        write(
          draft,
          { data: { transferTo, ...order }, checkingTakes, checkingTakesBy, queuePosition, preparingMinutes = null },
        ) {
          setOrder(draft, order)
          // What came over the socket meanwhile is newer.
          if (typeof queuePosition === 'number') draft.orders.queuePositions[id] ??= queuePosition
          draft.orders.transferTo[id] = transferTo
          // While it is pending, the page asks for its own, which may have been answered before this.
          if (order.paymentStatus === 'pending') draft.orders.requests[id] ??= order.request ?? undefined
          else draft.orders.requests[id] = order.request ?? undefined
          draft.orders.checkDurations[id] = checkingTakes
          draft.orders.methodCheckDurations[id] = checkingTakesBy
          draft.orders.preparingMinutes = preparingMinutes
        },
      },
    ),
  )

/** Loads an order before its page opens, so that nothing moves once it is open. */
export const beginOrder = (context: ActionContext, id: string) =>
  beginLoads({ [orderKey(id)]: () => loadOrder(context, id) })

/** @throws CallFailed 409 if the order can no longer be cancelled */
export async function cancelOrder(context: ActionContext, id: string): Promise<Order> {
  const { data } = await context.idempotently(`cancel ${id}`, (key) =>
    context.send(orderRoutes.cancel, { id }, { snapshotKey: orderKey(id), streams, key, write }),
  )
  return data
}

type PaymentChoice = Omit<CallArgs<typeof orderRoutes.requestPayment>, 'id'>

/** Chooses how to pay an order, and learns what exactly to send. @throws CallFailed 409 if the order is no longer pending */
export const requestPayment = (context: ActionContext, id: string, choice: PaymentChoice) =>
  context.send(
    orderRoutes.requestPayment,
    { id, ...choice },
    {
      snapshotKey: `payment-request/${id}`,
      streams,
      write: (draft, { data }) => void (draft.orders.requests[id] = data),
    },
  )

type Payment = Omit<CallArgs<typeof orderRoutes.markPaid>, 'id'>

/**
 * An order that an event shows as paid has been marked, although the answer was lost.
 * @throws CallFailed 409 if the order is no longer pending, or its total has changed
 */
export async function markPaid(context: ActionContext, id: string, payment: Payment) {
  try {
    await context.idempotently(`paid ${id} ${JSON.stringify(payment)}`, (key) =>
      context.send(orderRoutes.markPaid, { id, ...payment }, { snapshotKey: orderKey(id), streams, key, write }),
    )
  } catch (error) {
    const isPaid = context.store.getState().orders.byId[id]?.paymentStatus === 'paid'
    if (!isPaid || !isUnanswered(error)) throw error
  }
}

/** The delivery note, which is not stored on this side. @throws CallFailed 404 if there is none */
export async function openDelivery({ call }: ActionContext, id: string): Promise<string> {
  const { answer } = await call(orderRoutes.delivery, { id })
  return answer.data.note
}

/** Records that the user saw an order's verification happen, for their other screens. @throws CallFailed */
export const seeVerification = ({ call }: ActionContext, id: string) => call(orderRoutes.verificationSeen, { id })

/**
 * Follows who is viewing an order, its place in the queue and its transfer's progress. Returns the function that stops;
 * what was received is forgotten when no view follows the order any more.
 * @param isClaiming this tab holds the order's claim
 */
export function watchOrder(
  { connection, update }: Pick<Client, 'connection' | 'update'>,
  id: string,
  isClaiming = false,
): () => void {
  const unwatch = connection.watchOrder(id, isClaiming)
  return () => {
    if (unwatch()) update((draft) => clearSignals(draft, id))
  }
}

function write(draft: State, { data }: { data: Order }) {
  setOrder(draft, data)
}
