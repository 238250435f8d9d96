import * as z from 'zod/mini'
import { UserSummary } from '../accounts/schema.ts'
import { del, get, Id, patch, post, put, RowVersion, Time } from '../contract.ts'
import { StaffOrder } from '../orders/staff-schema.ts'
import { textField } from './input-schema.ts'
import { maxMessageLength } from './schema.ts'
import {
  Conversation,
  ConversationCounts,
  ConversationFilters,
  conversationStatuses,
  SavedReply,
  SupportCustomer,
  SupportNote,
} from './staff-schema.ts'

const ReplyFields = { title: textField('a title', 60), text: textField('a reply', maxMessageLength) }
const replyOutput = { data: SavedReply, message: z.string() }

export const staffSupportRoutes = {
  conversations: get('/admin/support', {
    access: 'staff',
    summary: 'List conversations, longest waiting customers first',
    input: ConversationFilters,
    output: {
      data: z.array(Conversation),
      /** Counts of all conversations, regardless of the filter. */
      counts: ConversationCounts,
      totalCount: z.int(),
      nextCursor: z.nullable(z.string()),
    },
  }),
  conversation: get('/admin/support/:userId', {
    access: 'staff',
    summary: 'Return a customer with their conversation, internal notes and newest orders',
    output: {
      data: z.object({
        conversation: z.nullable(Conversation),
        customer: SupportCustomer,
        /** Oldest first. */
        notes: z.array(SupportNote),
        /** Newest first, at most `maxAttachableOrders`. */
        orders: z.array(StaffOrder),
      }),
    },
  }),
  changeConversation: patch('/admin/support/:userId', {
    access: 'staff',
    summary: 'Set the status of a conversation, assign it, or have it come back at a time (null: neither)',
    input: z
      .strictObject({
        status: z.optional(z.enum(conversationStatuses)),
        assignee: z.optional(z.nullable(Id)),
        remindAt: z.optional(z.nullable(Time)),
      })
      .check(
        z.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
          error: 'Please provide a status, an assignee or a time',
        }),
      ),
    output: { data: Conversation, message: z.string() },
  }),
  writeNote: post('/admin/support/:userId/notes', {
    access: 'staff',
    summary: 'Add an internal note on a customer',
    input: z.strictObject({ text: textField('a note', maxMessageLength) }),
    output: { data: SupportNote, message: z.string() },
    idempotent: true,
  }),
  deleteNote: del('/admin/support/:userId/notes/:id', {
    access: 'staff',
    summary: 'Delete one of your own notes',
    output: { message: z.string() },
  }),
  supportStaff: get('/admin/support-staff', {
    access: 'staff',
    summary: 'List the staff a conversation can be assigned to',
    output: { data: z.array(UserSummary) },
  }),
  replies: get('/admin/replies', {
    access: 'staff',
    summary: 'List saved replies, sorted by title',
    output: { data: z.array(SavedReply) },
  }),
  addReply: post('/admin/replies', {
    access: 'staff',
    summary: 'Create a saved reply',
    input: z.strictObject(ReplyFields),
    output: replyOutput,
    idempotent: true,
  }),
  changeReply: put('/admin/replies/:id', {
    access: 'staff',
    summary: 'Update a saved reply; 409 with the current one if it has changed since `version`',
    input: z.strictObject({ ...ReplyFields, version: z.optional(RowVersion) }),
    output: replyOutput,
  }),
  deleteReply: del('/admin/replies/:id', {
    access: 'staff',
    summary: 'Delete a saved reply',
    output: { message: z.string() },
  }),
}
