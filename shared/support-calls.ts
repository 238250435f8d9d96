import * as z from 'zod/mini'
import { del, get, Id, Page, patch, post, put } from './contract.ts'
import { StaffOrder } from './order-calls.ts'
import {
  Conversation,
  ConversationCounts,
  conversationStatuses,
  longestMessage,
  SavedReply,
  SupportCustomer,
  SupportMessage,
  SupportNote,
} from './support.ts'

const text = (what: string, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: `Please write ${what}` }),
      z.maxLength(most, { error: `${what[0]!.toUpperCase()}${what.slice(1)} takes at most ${most} characters` }),
    )

const ClientId = z.string().check(z.minLength(1), z.maxLength(64))
const message = {
  message: text('a message', longestMessage),
  item: z.optional(Id),
  order: z.optional(Id),
  /** The customer, for staff; one's own id is as good as none. */
  userId: z.optional(Id),
}
const onlyOne = z.refine<{ item?: string | undefined; order?: string | undefined }>(
  ({ item, order }) => item === undefined || order === undefined,
  { error: 'A message takes at most one attachment' },
)

/** Sent over the socket, where an answer can be lost: named by its sender, so that sending again adds nothing. */
export const SocketMessage = z.strictObject({ ...message, clientId: ClientId }).check(onlyOne)
/** All messages of the other side up to this one, by id. */
export const SocketRead = z.strictObject({ userId: z.optional(Id), upTo: Id })
export const SocketTyping = z.strictObject({ userId: z.optional(Id), on: z.boolean() })

const Reply = z.strictObject({ title: text('a title', 60), text: text('a reply', longestMessage) })
const OneReply = { data: SavedReply, message: z.string() }

export const supportRoutes = {
  supportChat: get('/support-chat', {
    who: 'customer',
    summary: 'The newest messages, oldest first; `nextCursor` leads to those before them',
    input: z.strictObject({ userId: z.optional(Id), ...Page }),
    output: {
      messages: z.array(SupportMessage),
      /** How many one has not read: the customer's own count, or the staff's with `userId`. */
      unread: z.int(),
      nextCursor: z.nullable(z.string()),
    },
  }),
  sendMessage: post('/support-chat/message', {
    who: 'customer',
    summary: 'Write to support, or as staff to a customer; a repeated `clientId` answers with the first message',
    input: z.strictObject({ ...message, clientId: z.optional(ClientId) }).check(onlyOne),
    output: { message: SupportMessage },
  }),
  readMessages: post('/support-chat/messages/:id/read', {
    who: 'customer',
    summary: 'Mark what the other side wrote as read, up to this message',
    output: { unread: z.int() },
  }),
}

export const ConversationFilters = z.strictObject({
  status: z.optional(z.enum(conversationStatuses)),
  /** A member of staff's id, or `none` for those that nobody has. */
  assignee: z.optional(Id),
  unread: z.optional(z.enum(['1', '0'])),
  /** In the customer's name or e-mail, or in a message. */
  q: z.optional(z.string().check(z.maxLength(100))),
  ...Page,
})
export type ConversationFilters = z.infer<typeof ConversationFilters>

export const staffSupportRoutes = {
  conversations: get('/admin/support', {
    who: 'staff',
    summary: 'The inbox: who waits longest first, then by the newest message',
    input: ConversationFilters,
    output: {
      data: z.array(Conversation),
      /** Of all, whatever the filter. */
      counts: ConversationCounts,
      totalCount: z.int(),
      nextCursor: z.nullable(z.string()),
    },
  }),
  conversation: get('/admin/support/:userId', {
    who: 'staff',
    summary: 'A customer: the conversation if there is one, what staff noted, and the newest orders',
    output: {
      data: z.object({
        conversation: z.nullable(Conversation),
        customer: SupportCustomer,
        /** Oldest first. */
        notes: z.array(SupportNote),
        /** Newest first, `mostAttachable` at the most. */
        orders: z.array(StaffOrder),
      }),
    },
  }),
  changeConversation: patch('/admin/support/:userId', {
    who: 'staff',
    summary: 'Put a conversation in another state, or in the hands of one member of staff (null: of nobody)',
    input: z
      .strictObject({ status: z.optional(z.enum(conversationStatuses)), assignee: z.optional(z.nullable(Id)) })
      .check(
        z.refine(({ status, assignee }) => status !== undefined || assignee !== undefined, {
          error: 'Please say what to change: status or assignee',
        }),
      ),
    output: { data: Conversation, message: z.string() },
  }),
  writeNote: post('/admin/support/:userId/notes', {
    who: 'staff',
    summary: 'Note something for colleagues',
    input: z.strictObject({ text: text('a note', longestMessage) }),
    output: { data: SupportNote, message: z.string() },
  }),
  deleteNote: del('/admin/support/:userId/notes/:id', {
    who: 'staff',
    summary: 'Delete a note of one’s own',
    output: { message: z.string() },
  }),
  supportStaff: get('/admin/support-staff', {
    who: 'staff',
    summary: 'Whom a conversation can be assigned to',
    output: { data: z.array(z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() })) },
  }),
  replies: get('/admin/replies', {
    who: 'staff',
    summary: 'Saved replies, by title',
    output: { data: z.array(SavedReply) },
  }),
  addReply: post('/admin/replies', { who: 'staff', summary: 'Save a reply', input: Reply, output: OneReply }),
  changeReply: put('/admin/replies/:id', { who: 'staff', summary: 'Change a reply', input: Reply, output: OneReply }),
  deleteReply: del('/admin/replies/:id', {
    who: 'staff',
    summary: 'Delete a reply',
    output: { message: z.string() },
  }),
}
