import { type StaffOrder, staffOrderRoutes as routes } from '../../shared/order-calls.ts'
import type { Given } from '../api/call.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { appendPage, asManyAs } from '../stream/lists.ts'
import {
  keepStaffOrders,
  queueKey,
  setQueue,
  setStaffOrder,
  setStaffOrders,
  type StaffFilter,
  staffOrderKey,
  staffOrdersKey,
} from './store.ts'

const streams = ['staff' as const]
const usual = 50

/** The payments that wait, from the one that waits longest. @throws CallFailed */
export const loadQueue = (client: Client, signal?: AbortSignal) =>
  client.load(
    routes.staffOrders,
    { paymentStatus: 'paid', limit: 100 },
    { slice: queueKey, streams, signal, write: setQueue },
  )

export async function loadMoreQueue(client: Client, signal?: AbortSignal) {
  const cursor = client.store.getState().staff.queue?.nextCursor
  if (!cursor) return
  await client.load(
    routes.staffOrders,
    { paymentStatus: 'paid', cursor, limit: 100 },
    {
      slice: queueKey,
      streams,
      signal,
      write(draft, page) {
        keepStaffOrders(draft, page)
        appendPage(draft.staff.queue, cursor, page)
      },
    },
  )
}

/** The list from its beginning, and as far as it was shown. @throws CallFailed */
export function loadStaffOrders(client: Client, filter: StaffFilter, signal?: AbortSignal) {
  const shown = client.store.getState().staff.lists[staffOrdersKey(filter)]?.ids
  return client.load(
    routes.staffOrders,
    { ...filter, limit: asManyAs(shown, usual) },
    { slice: staffOrdersKey(filter), streams, signal, write: (draft, page) => setStaffOrders(draft, filter, page) },
  )
}

export async function loadMoreStaffOrders(client: Client, filter: StaffFilter, signal?: AbortSignal) {
  const key = staffOrdersKey(filter)
  const cursor = client.store.getState().staff.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    routes.staffOrders,
    { ...filter, cursor, limit: usual },
    {
      slice: key,
      streams,
      signal,
      write(draft, page) {
        keepStaffOrders(draft, page)
        appendPage(draft.staff.lists[key], cursor, page)
      },
    },
  )
}

/** How many orders are in each state; after a moment, so that orders that move together are counted once. */
export async function loadCounts(client: Client, signal?: AbortSignal) {
  if (client.store.getState().staff.counts) await new Promise((resolve) => setTimeout(resolve, 1000))
  if (signal?.aborted) return
  await client.load(
    routes.staffOrders,
    { limit: 1 },
    { slice: 'staff/counts', streams, signal, write: (draft, { counts }) => void (draft.staff.counts = counts) },
  )
}

/** @throws CallFailed 404 */
export const loadStaffOrder = (client: Client, id: string, signal?: AbortSignal) =>
  client.load(routes.staffOrder, { id }, { slice: staffOrderKey(id), streams, signal, write })

/** Takes a waiting payment, or keeps it for longer. @throws CallFailed 409 while a colleague has it */
export const claimOrder = (client: Client, id: string) => act(client, routes.claim, { id })

export const releaseOrder = (client: Client, id: string) => act(client, routes.release, { id })

/** The money has arrived. @throws CallFailed 409 naming the present state */
export const verifyPayment = (client: Client, id: string) => actOnce(client, routes.verify, { id })

export const rejectPayment = (client: Client, id: string, reason: string) =>
  actOnce(client, routes.reject, { id, reason })

/** @param delivery a note that the customer alone can open */
export const completeOrder = (client: Client, id: string, delivery?: string) =>
  actOnce(client, routes.complete, { id, ...(delivery && { delivery }) })

export const refundOrder = (client: Client, id: string, reason: string) =>
  actOnce(client, routes.refund, { id, reason })

type Acting = (typeof routes)[Exclude<keyof typeof routes, 'staffOrders' | 'staffOrder' | 'exportOrders'>]

/** Under one key until it is known whether it was done: money is not moved twice. */
const actOnce = <R extends Acting>(client: Client, route: R, given: Given<R> & { id: string }) =>
  client.attempt(`${route.path} ${JSON.stringify(given)}`, (key) => act(client, route, given, key))

async function act<R extends Acting>(client: Client, route: R, given: Given<R> & { id: string }, key?: string) {
  const into = { slice: staffOrderKey(given.id), streams, key, write }
  const answer: { data: StaffOrder } = await client.send<Acting>(route, given, into)
  return answer.data
}

function write(draft: State, { data }: { data: StaffOrder }) {
  setStaffOrder(draft, data)
}
