import * as z from 'zod/mini'
import { get, Id, Pagination, post } from '../contract.ts'
import { ContactMessage, SendMessage } from './input-schema.ts'
import { SupportMessage } from './schema.ts'

export const supportRoutes = {
  supportChat: get('/support-chat', {
    access: 'customer',
    summary: 'List the newest messages, oldest first; `nextCursor` leads to earlier ones',
    input: z.strictObject({ userId: z.optional(Id), ...Pagination }),
    output: {
      messages: z.array(SupportMessage),
      /** Unread messages of the caller's side: of the customer, or of staff when `userId` is given. */
      unread: z.int(),
      nextCursor: z.nullable(z.string()),
    },
  }),
  sendMessage: post('/support-chat/message', {
    access: 'customer',
    summary: 'Send a message to support, or to a customer as staff; a repeated `clientId` returns the first message',
    input: SendMessage,
    output: { message: SupportMessage },
  }),
  contact: post('/support-chat/contact', {
    access: 'public',
    summary: 'Write to support without an account; the answer comes by email',
    input: ContactMessage,
    output: { message: z.string() },
  }),
  markMessagesRead: post('/support-chat/messages/:id/read', {
    access: 'customer',
    summary: "Mark the other side's messages as read, up to this one",
    output: { unread: z.int() },
  }),
}
