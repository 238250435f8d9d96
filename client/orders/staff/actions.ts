import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { staffOrderRoutes as routes } from '../../../shared/orders/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import type { CallArgs } from '../../api/call.ts'
import type { State } from '../../state.ts'
import { createPagedList } from '../../stream/paged-list.ts'
import { refundKey, setRefund } from './refund-store.ts'
import type { StaffOrderFilter } from './state.ts'
import { setCounts, setStaffOrder, setStaffOrders, staffOrderKey, staffOrdersKey } from './store.ts'

const streams = ['staff' as const]
const debounceMs = 1000

const orders = createPagedList({
  route: routes.staffOrders,
  streams,
  pageSize: ({ paymentStatus, orderStatus }: StaffOrderFilter) =>
    paymentStatus === 'paid' || orderStatus === 'processing' ? 100 : 50,
  key: staffOrdersKey,
  args: (filter: StaffOrderFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.staffOrders.lists[staffOrdersKey(filter)],
  write: setStaffOrders,
})
export const { loadMore: loadMoreStaffOrders } = orders

/** Loads a list of orders; one that is loaded again waits, so that a burst of events reloads it once. */
export async function loadStaffOrders(context: ActionContext, filter: StaffOrderFilter, signal?: AbortSignal) {
  if (filter.q !== undefined && context.store.getState().staffOrders.lists[staffOrdersKey(filter)]) await debounce()
  if (!signal?.aborted) await orders.load(context, filter, signal)
}

const debounce = () => new Promise((resolve) => setTimeout(resolve, debounceMs))

/** Loads the number of orders by payment status; after the first time it waits, so that a burst reloads them once. */
export async function loadCounts(context: ActionContext, signal?: AbortSignal) {
  if (context.store.getState().staffOrders.counts) await debounce()
  if (signal?.aborted) return
  await context.load(
    routes.staffOrders,
    { limit: 1 },
    {
      snapshotKey: 'staff/counts',
      streams,
      signal,
      write: setCounts,
    },
  )
}

/** @throws CallFailed 404 */
export const loadStaffOrder = (context: ActionContext, id: string, signal?: AbortSignal) =>
  context.load(routes.staffOrder, { id }, { snapshotKey: staffOrderKey(id), streams, signal, write: writeOrder })

/** The orders of a filter as a CSV file, those placed on the days from `from` to `to`. @throws CallFailed */
export async function exportOrders(context: ActionContext, { sort: _, direction: __, ...filter }: StaffOrderFilter) {
  const { answer } = await context.call(routes.exportOrders, filter)
  return answer
}

/** What a refund of the order would take back. @throws CallFailed 404 */
export const loadRefund = (context: ActionContext, id: string, signal?: AbortSignal) =>
  context.load(
    routes.refundPreview,
    { id },
    { snapshotKey: refundKey(id), streams, signal, write: (draft, { data }) => setRefund(draft, id, data) },
  )

/** Claims an order that awaits verification or delivery, or renews the claim. @throws CallFailed 409 when a colleague holds it */
export const claimOrder = (context: ActionContext, id: string) => send(context, routes.claim, { id })

export const releaseOrder = (context: ActionContext, id: string) => send(context, routes.release, { id })

/**
 * @param shortReason why less than the total is accepted
 * @throws CallFailed 409 with the current state when the order is no longer paid or a colleague holds the claim
 */
export const verifyPayment = (context: ActionContext, id: string, shortReason?: string) =>
  sendOnce(context, routes.verify, { id, ...(shortReason && { acceptShort: true, reason: shortReason }) })

export const reopenOrder = (context: ActionContext, id: string, reason: string) =>
  sendOnce(context, routes.reopen, { id, reason })

export const unverifyPayment = (context: ActionContext, id: string, reason: string) =>
  sendOnce(context, routes.unverify, { id, reason })

/** Asks the customer for a picture of the transfer. @throws CallFailed 409 within 10 minutes of the last time */
export const requestProof = (context: ActionContext, id: string) => sendOnce(context, routes.requestProof, { id })

export const rejectPayment = (context: ActionContext, id: string, reason: string) =>
  sendOnce(context, routes.reject, { id, reason })

/** @param delivery a note that only the customer can open */
export const completeOrder = (context: ActionContext, id: string, delivery?: string) =>
  sendOnce(context, routes.complete, { id, ...(delivery && { delivery }) })

/** Replaces the delivery of a completed order, or adds one. @throws CallFailed 409 in any other state */
export const changeDelivery = (context: ActionContext, id: string, delivery: string) =>
  sendOnce(context, routes.changeDelivery, { id, delivery })

export const refundOrder = (context: ActionContext, id: string, refund: Omit<CallArgs<typeof routes.refund>, 'id'>) =>
  sendOnce(context, routes.refund, { id, ...refund })

type OrderMove = (typeof routes)[Exclude<
  keyof typeof routes,
  'staffOrders' | 'staffOrder' | 'exportOrders' | 'refundPreview'
>]

/** Idempotent, so that a retry doesn't move money twice. */
const sendOnce = <R extends OrderMove>(context: ActionContext, route: R, args: CallArgs<R> & { id: string }) =>
  context.idempotently(`${route.path} ${JSON.stringify(args)}`, (key) => send(context, route, args, key))

async function send<R extends OrderMove>(
  context: ActionContext,
  route: R,
  args: CallArgs<R> & { id: string },
  key?: string,
) {
  const into = { snapshotKey: staffOrderKey(args.id), streams, key, write: writeOrder }
  const { data }: { data: StaffOrder } = await context.send<OrderMove>(route, args, into)
  return data
}

const writeOrder = (draft: State, { data }: { data: StaffOrder }) => setStaffOrder(draft, data)
