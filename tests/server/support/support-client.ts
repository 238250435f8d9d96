import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import { supportConversations, supportMessages } from '../../../drizzle/schema.ts'
import type {
  Conversation,
  ConversationCounts,
  SavedReply,
  SupportMessage,
  SupportNote,
} from '../../../shared/support.ts'
import type { Follower, TestStore } from '../../app.ts'
import type { Somebody } from '../../build.ts'

export type Message = z.input<typeof SupportMessage>
export type Inbox = z.input<typeof Conversation>
export type Note = z.input<typeof SupportNote>
export type Reply = z.input<typeof SavedReply>
type Fields = Record<string, unknown>
type Told = {
  success: boolean
  message: Message
  messages: Message[]
  unread: number
  counts: z.input<typeof ConversationCounts>
  error: string
  nextCursor: string | null
  totalCount: number
}

/** What people do in a conversation, through the front door. */
export function talkIn(store: TestStore) {
  const told = async (by: Somebody, method: string, path: string, body?: Fields) => {
    const answer = await store.call(method, path, body, { token: by.token })
    return { status: answer.status, body: answer.body as unknown as Told }
  }
  const send = (by: Somebody, fields: Fields) => told(by, 'POST', '/support-chat/message', fields)

  return {
    send,
    /** The message, which has to be taken. */
    async write(by: Somebody, message: string, more: Fields = {}): Promise<Message> {
      const { status, body } = await send(by, { message, ...more })
      expect([status, body.success]).toEqual([200, true])
      return body.message
    },
    list: (by: Somebody, query = '') => told(by, 'GET', `/support-chat${query}`),
    read: (by: Somebody, id: string) => told(by, 'POST', `/support-chat/messages/${id}/read`),
    inbox: (by: Somebody, query = '') => store.call<Inbox[]>('GET', `/admin/support${query}`, undefined, by),
    change: (by: Somebody, customer: Somebody, body: Fields) =>
      store.call<Inbox>('PATCH', `/admin/support/${customer.id}`, body, by),
    note: (by: Somebody, customer: Somebody, text: string) =>
      store.call<Note>('POST', `/admin/support/${customer.id}/notes`, { text }, by),
  }
}

/** The counts of a conversation are those of its rows, and its numbers have no gap. */
export async function expectWhole({ store: { db } }: TestStore, userId: string) {
  const rows = await db
    .select()
    .from(supportMessages)
    .where(eq(supportMessages.userId, userId))
    .orderBy(asc(supportMessages.seq))
  const [conversation] = await db.select().from(supportConversations).where(eq(supportConversations.userId, userId))
  const unreadOf = (fromStaff: boolean) => rows.filter((row) => row.fromStaff === fromStaff && !row.read).length
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1))
  expect(conversation).toMatchObject({
    lastSeq: rows.length,
    customerUnread: unreadOf(true),
    staffUnread: unreadOf(false),
  })
  expect(conversation!.waitingSince !== null).toBe(conversation!.status === 'open')
  return { rows, conversation: conversation! }
}

/** The data of the events of one kind that somebody was told, oldest first. */
export const eventsOf = (follower: Follower, type: string) =>
  follower
    .events()
    .filter((event) => event.type === type)
    .map((event) => event.data)
