import { type ConversationStatus, SavedReply } from '../../../shared/support/staff-schema.ts'
import { staffSupportRoutes as routes } from '../../../shared/support/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import { addStaffOrders } from '../../orders/staff/store.ts'
import { newerRow } from '../../staff/newer-row.ts'
import type { State } from '../../state.ts'
import { createPagedList } from '../../stream/paged-list.ts'
import type { InboxFilter } from './state.ts'
import {
  conversationKey,
  inboxKey,
  removeNote,
  removeReply,
  repliesKey,
  setConversation,
  setInbox,
  setNote,
  setReply,
} from './store.ts'

const streams = ['staff' as const]

const inbox = createPagedList({
  route: routes.conversations,
  streams,
  pageSize: 50,
  key: inboxKey,
  args: (filter: InboxFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.staffSupport.lists[inboxKey(filter)],
  write: setInbox,
})
export const { load: loadInbox, loadMore: loadMoreConversations } = inbox

/** Loads the number of conversations by status. @throws CallFailed */
export const loadInboxCounts = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    routes.conversations,
    { limit: 1 },
    {
      snapshotKey: 'staff/inbox',
      streams,
      signal,
      write: (draft, { counts }) => void (draft.staffSupport.counts = counts),
    },
  )

/** Loads a customer with their conversation, notes and orders. @throws CallFailed 404 */
export const loadConversation = (context: ActionContext, customer: string, signal?: AbortSignal) =>
  context.load(
    routes.conversation,
    { userId: customer },
    {
      snapshotKey: conversationKey(customer),
      streams,
      signal,
      write(draft, { data }) {
        draft.staffSupport.customers[customer] = data.customer
        draft.staffSupport.notes[customer] = data.notes
        if (data.conversation) setConversation(draft, data.conversation)
        addStaffOrders(draft, data.orders)
      },
    },
  )

type ConversationChange = { status?: ConversationStatus; assignee?: string | null; remindAt?: number | null }

/** @throws CallFailed */
export const changeConversation = (context: ActionContext, customer: string, change: ConversationChange) =>
  context.send(
    routes.changeConversation,
    { userId: customer, ...change },
    {
      snapshotKey: `${conversationKey(customer)}/changed`,
      streams,
      write: (draft, { data }) => setConversation(draft, data),
    },
  )

export const addNote = (context: ActionContext, customer: string, text: string) =>
  context.idempotently(`support note ${customer} ${text}`, (key) =>
    context.send(
      routes.writeNote,
      { userId: customer, text },
      { snapshotKey: `support/notes/${customer}`, streams, key, write: (draft, { data }) => setNote(draft, data) },
    ),
  )

export const deleteNote = (context: ActionContext, customer: string, id: string) =>
  context.send(
    routes.deleteNote,
    { userId: customer, id },
    { snapshotKey: `support/notes/${customer}`, streams, write: (draft) => removeNote(draft, customer, id) },
  )

/** Loads the staff a conversation can be assigned to. @throws CallFailed */
export const loadColleagues = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    routes.supportStaff,
    {},
    {
      snapshotKey: 'support/staff',
      streams,
      signal,
      write: (draft, { data }) => void (draft.staffSupport.colleagues = data),
    },
  )

export const loadReplies = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    routes.replies,
    {},
    {
      snapshotKey: repliesKey,
      streams,
      signal,
      write: (draft, { data }) => void (draft.staffSupport.replies = data),
    },
  )

type ReplyInput = Pick<SavedReply, 'title' | 'text'>

export const createReply = (context: ActionContext, input: ReplyInput) =>
  context.idempotently(`createReply ${JSON.stringify(input)}`, (key) =>
    context.send(routes.addReply, input, { snapshotKey: 'support/reply', streams, key, write: writeReply }),
  )

/**
 * @param input `version` is the version that was edited
 * @throws CallFailed 409 `reply_changed` when it is outdated, after storing the current reply
 */
export async function changeReply(context: ActionContext, id: string, input: ReplyInput & { version: number }) {
  try {
    const into = { snapshotKey: 'support/reply', streams, write: writeReply }
    return await context.send(routes.changeReply, { id, ...input }, into)
  } catch (error) {
    const stored = context.store.getState().staffSupport.replies?.find(({ _id }) => _id === id)
    const theirs = newerRow(error, SavedReply, stored)
    if (theirs) context.update((draft) => setReply(draft, theirs))
    throw error
  }
}

export const deleteReply = (context: ActionContext, id: string) =>
  context.send(
    routes.deleteReply,
    { id },
    { snapshotKey: 'support/reply', streams, write: (draft) => removeReply(draft, id) },
  )

const writeReply = (draft: State, { data }: { data: SavedReply }) => setReply(draft, data)
