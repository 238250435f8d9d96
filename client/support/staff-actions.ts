import type { ConversationStatus } from '../../shared/support.ts'
import { staffSupportRoutes as routes } from '../../shared/support-calls.ts'
import type { Client } from '../client.ts'
import { appendPage, asManyAs } from '../stream/lists.ts'
import {
  conversationKey,
  type InboxFilter,
  inboxKey,
  keepConversations,
  removeNote,
  removeReply,
  repliesKey,
  setConversation,
  setInbox,
  setNote,
  setReply,
} from './store.ts'

const streams = ['staff' as const]
const usual = 50

/** The inbox from its beginning, and as far as it was shown. @throws CallFailed */
export function loadInbox(client: Client, filter: InboxFilter, signal?: AbortSignal) {
  const shown = client.store.getState().support.lists[inboxKey(filter)]?.ids
  return client.load(
    routes.conversations,
    { ...filter, limit: asManyAs(shown, usual) },
    { slice: inboxKey(filter), streams, signal, write: (draft, page) => setInbox(draft, filter, page) },
  )
}

export async function loadMoreOfInbox(client: Client, filter: InboxFilter) {
  const key = inboxKey(filter)
  const cursor = client.store.getState().support.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    routes.conversations,
    { ...filter, cursor, limit: usual },
    {
      slice: key,
      streams,
      write(draft, page) {
        keepConversations(draft, page)
        appendPage(draft.support.lists[key], cursor, page)
      },
    },
  )
}

/** A customer with what staff know of them. @throws CallFailed 404 */
export const loadConversation = (client: Client, customer: string, signal?: AbortSignal) =>
  client.load(
    routes.conversation,
    { userId: customer },
    {
      slice: conversationKey(customer),
      streams,
      signal,
      write(draft, { data }) {
        draft.support.customers[customer] = data.customer
        draft.support.notes[customer] = data.notes
        if (data.conversation) setConversation(draft, data.conversation)
        for (const order of data.orders) draft.staff.byId[order._id] = order
      },
    },
  )

type Changed = { status?: ConversationStatus; assignee?: string | null }

/** @throws CallFailed */
export const changeConversation = (client: Client, customer: string, changed: Changed) =>
  client.send(
    routes.changeConversation,
    { userId: customer, ...changed },
    {
      slice: `${conversationKey(customer)}/changed`,
      streams,
      write: (draft, { data }) => setConversation(draft, data),
    },
  )

export const writeNote = (client: Client, customer: string, text: string) =>
  client.send(
    routes.writeNote,
    { userId: customer, text },
    { slice: `support/notes/${customer}`, streams, write: (draft, { data }) => setNote(draft, data) },
  )

export const deleteNote = (client: Client, customer: string, id: string) =>
  client.send(
    routes.deleteNote,
    { userId: customer, id },
    { slice: `support/notes/${customer}`, streams, write: (draft) => removeNote(draft, customer, id) },
  )

/** Whom a conversation can be given to. @throws CallFailed */
export const loadColleagues = (client: Client, signal?: AbortSignal) =>
  client.load(
    routes.supportStaff,
    {},
    { slice: 'support/staff', streams, signal, write: (draft, { data }) => void (draft.support.colleagues = data) },
  )

export const loadReplies = (client: Client, signal?: AbortSignal) =>
  client.load(
    routes.replies,
    {},
    { slice: repliesKey, streams, signal, write: (draft, { data }) => void (draft.support.replies = data) },
  )

type Written = { title: string; text: string }

/** @param id of the one to change; null for a new one */
export const saveReply = (client: Client, id: string | null, reply: Written) =>
  id === null
    ? client.send(routes.addReply, reply, {
        slice: 'support/reply',
        streams,
        write: (draft, { data }) => setReply(draft, data),
      })
    : client.send(
        routes.changeReply,
        { id, ...reply },
        { slice: 'support/reply', streams, write: (draft, { data }) => setReply(draft, data) },
      )

export const deleteReply = (client: Client, id: string) =>
  client.send(routes.deleteReply, { id }, { slice: 'support/reply', streams, write: (draft) => removeReply(draft, id) })
