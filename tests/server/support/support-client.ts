import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import { supportConversations, supportMessages } from '../../../drizzle/schema.ts'
import type { SupportMessage } from '../../../shared/support/schema.ts'
import type { Conversation, ConversationCounts, SavedReply, SupportNote } from '../../../shared/support/staff-schema.ts'
import type { TestConnection, TestServer } from '../../app.ts'
import type { TestUser } from '../../build.ts'

export type Message = z.input<typeof SupportMessage>
export type Inbox = z.input<typeof Conversation>
export type Note = z.input<typeof SupportNote>
export type Reply = z.input<typeof SavedReply>
type Fields = Record<string, unknown>
type SupportResponse = {
  success: boolean
  message: Message
  messages: Message[]
  unread: number
  counts: z.input<typeof ConversationCounts>
  error: string
  nextCursor: string | null
  totalCount: number
}

/** The calls of the support API as a client would make them. */
export function createSupportClient(server: TestServer) {
  const call = async (user: TestUser, method: string, path: string, body?: Fields) => {
    const response = await server.call(method, path, body, { token: user.token })
    return { status: response.status, body: response.body as unknown as SupportResponse }
  }
  const send = (user: TestUser, fields: Fields) => call(user, 'POST', '/support-chat/message', fields)

  return {
    send,
    /** Sends a message, expects success, and returns the message. */
    async write(user: TestUser, message: string, fields: Fields = {}): Promise<Message> {
      const { status, body } = await send(user, { message, ...fields })
      expect([status, body.success]).toEqual([200, true])
      return body.message
    },
    list: (user: TestUser, query = '') => call(user, 'GET', `/support-chat${query}`),
    read: (user: TestUser, id: string) => call(user, 'POST', `/support-chat/messages/${id}/read`),
    inbox: (staff: TestUser, query = '') => server.call<Inbox[]>('GET', `/admin/support${query}`, undefined, staff),
    change: (staff: TestUser, customer: TestUser, body: Fields) =>
      server.call<Inbox>('PATCH', `/admin/support/${customer.id}`, body, staff),
    note: (staff: TestUser, customer: TestUser, text: string) =>
      server.call<Note>('POST', `/admin/support/${customer.id}/notes`, { text }, staff),
  }
}

/** Expects the conversation's counts to match its messages, and their numbers to have no gaps. */
export async function expectConsistent({ app: { db } }: TestServer, userId: string) {
  const rows = await db
    .select()
    .from(supportMessages)
    .where(eq(supportMessages.userId, userId))
    .orderBy(asc(supportMessages.seq))
  const [conversation] = await db.select().from(supportConversations).where(eq(supportConversations.userId, userId))
  const countUnread = (fromStaff: boolean) => rows.filter((row) => row.fromStaff === fromStaff && !row.read).length
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1))
  expect(conversation).toMatchObject({
    lastSeq: rows.length,
    customerUnread: countUnread(true),
    staffUnread: countUnread(false),
  })
  expect(conversation!.waitingSince !== null).toBe(conversation!.status === 'open')
  return { rows, conversation: conversation! }
}

/** The data of the events of one type that a connection received, oldest first. */
export const payloadsOf = (connection: TestConnection, type: string) =>
  connection
    .events()
    .filter((event) => event.type === type)
    .map((event) => event.data)
