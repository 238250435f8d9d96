import { staffOrderRoutes } from '../../shared/order-calls.ts'
import { staffRoutes as routes } from '../../shared/staff-calls.ts'
import type { Stats } from '../../shared/staff.ts'
import { staffSupportRoutes } from '../../shared/support-calls.ts'
import type { Client } from '../client.ts'
import { appendPage, asManyAs } from '../stream/lists.ts'
import { type AuditFilter, auditKey, keepAudit, setAudit } from './audit-store.ts'
import {
  type CustomerFilter,
  customerKey,
  customersKey,
  keepCustomers,
  setCustomer,
  setCustomerDetails,
  setCustomers,
} from './customers-store.ts'
import { dropNote, notesKey, setNote, setNotes } from './notes-store.ts'
import { dropReview, keepStaffReviews, type ReviewFilter, setStaffReviews, staffReviewsKey } from './reviews-store.ts'
import type { StaffFilter } from './store.ts'

const streams = ['staff' as const]
const catalogue = ['catalogue' as const]
const usual = 50

/** How many conversations are in each state, without the conversations. */
export const loadInboxCounts = (client: Client, signal?: AbortSignal) =>
  client.load(
    staffSupportRoutes.conversations,
    { limit: 1 },
    { slice: 'staff/inbox', streams, signal, write: (draft, { counts }) => void (draft.support.counts = counts) },
  )

/** The orders of a filter as a CSV file. @throws CallFailed */
export async function exportOrders(client: Client, filter: StaffFilter) {
  const { answer } = await client.call(staffOrderRoutes.exportOrders, filter)
  return answer
}

export const loadNotes = (client: Client, order: string, signal?: AbortSignal) =>
  client.load(
    routes.orderNotes,
    { id: order },
    { slice: notesKey(order), streams, signal, write: (draft, { data }) => setNotes(draft, order, data) },
  )

export const addNote = (client: Client, order: string, text: string) =>
  client.attempt(`note ${order} ${text}`, (key) =>
    client.send(
      routes.addOrderNote,
      { id: order, text },
      { slice: notesKey(order), streams, key, write: (draft, { data }) => setNote(draft, data) },
    ),
  )

export const deleteNote = (client: Client, order: string, noteId: string) =>
  client.send(
    routes.deleteOrderNote,
    { id: order, noteId },
    { slice: notesKey(order), streams, write: (draft) => dropNote(draft, order, noteId) },
  )

export function loadStaffReviews(client: Client, filter: ReviewFilter, signal?: AbortSignal) {
  const key = staffReviewsKey(filter)
  const shown = client.store.getState().staff.reviews.lists[key]?.ids
  return client.load(
    routes.staffReviews,
    { ...filter, limit: asManyAs(shown, usual) },
    { slice: key, streams: catalogue, signal, write: (draft, page) => setStaffReviews(draft, filter, page) },
  )
}

export async function loadMoreStaffReviews(client: Client, filter: ReviewFilter) {
  const key = staffReviewsKey(filter)
  const cursor = client.store.getState().staff.reviews.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    routes.staffReviews,
    { ...filter, cursor, limit: usual },
    {
      slice: key,
      streams: catalogue,
      write(draft, page) {
        keepStaffReviews(draft, page)
        appendPage(draft.staff.reviews.lists[key], cursor, page)
      },
    },
  )
}

export const removeReview = (client: Client, id: string) =>
  client.send(
    routes.removeReview,
    { id },
    { slice: 'staff/review', streams: catalogue, write: (draft) => dropReview(draft, id) },
  )

export function loadCustomers(client: Client, filter: CustomerFilter, signal?: AbortSignal) {
  const shown = client.store.getState().staff.customers.lists[customersKey(filter)]?.ids
  return client.load(
    routes.customers,
    { ...filter, limit: asManyAs(shown, usual) },
    { slice: customersKey(filter), streams, signal, write: (draft, page) => setCustomers(draft, filter, page) },
  )
}

export async function loadMoreCustomers(client: Client, filter: CustomerFilter) {
  const key = customersKey(filter)
  const cursor = client.store.getState().staff.customers.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    routes.customers,
    { ...filter, cursor, limit: usual },
    {
      slice: key,
      streams,
      write(draft, page) {
        keepCustomers(draft, page)
        appendPage(draft.staff.customers.lists[key], cursor, page)
      },
    },
  )
}

/** @throws CallFailed 404 */
export const loadCustomer = (client: Client, id: string, signal?: AbortSignal) =>
  client.load(
    routes.customer,
    { id },
    { slice: customerKey(id), streams, signal, write: (draft, { data }) => setCustomerDetails(draft, data) },
  )

/** Under one key until it is known whether it was done: points are not given twice. @throws CallFailed 422 */
export const correctPoints = (client: Client, id: string, points: number, reason: string) =>
  client.attempt(`points ${id} ${points} ${reason}`, (key) =>
    client.send(
      routes.correctPoints,
      { id, points, reason },
      { slice: `${customerKey(id)}/points`, streams, key, write: (draft, { data }) => setCustomer(draft, data) },
    ),
  )

/** On one device, or on all. What is left is told by the store. */
export async function endSessions(client: Client, id: string, sessionId?: string) {
  const { answer } = await client.call(routes.endSessions, { id, ...(sessionId && { sessionId }) })
  return answer
}

/** @param again wait a moment, so that orders that move together are counted once */
export async function loadStats(client: Client, days: '7' | '30' | '90', again: boolean, signal?: AbortSignal) {
  if (again) await new Promise((resolve) => setTimeout(resolve, 1000))
  if (signal?.aborted) return
  const write = (draft: { staff: { stats: Record<string, Stats> } }, { data }: { data: Stats }) => {
    draft.staff.stats[days] = data
  }
  await client.load(routes.stats, { days }, { slice: `staff/stats/${days}`, streams, signal, write })
}

export function loadAudit(client: Client, filter: AuditFilter, signal?: AbortSignal) {
  const shown = client.store.getState().staff.audit.lists[auditKey(filter)]?.ids
  return client.load(
    routes.audit,
    { ...filter, limit: asManyAs(shown, usual) },
    { slice: auditKey(filter), streams, signal, write: (draft, page) => setAudit(draft, filter, page) },
  )
}

export async function loadMoreAudit(client: Client, filter: AuditFilter) {
  const key = auditKey(filter)
  const cursor = client.store.getState().staff.audit.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    routes.audit,
    { ...filter, cursor, limit: usual },
    {
      slice: key,
      streams,
      write(draft, page) {
        const { ids, nextCursor } = keepAudit(draft, page)
        const list = draft.staff.audit.lists[key]
        const data = ids.map((_id) => ({ _id }))
        appendPage(list, cursor, { data, totalCount: (list?.ids.length ?? 0) + ids.length, nextCursor })
      },
    },
  )
}
