import { and, eq, lte } from 'drizzle-orm'
import { supportMessages } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import { readAbout } from '../notifications/notify-once.ts'
import type { Change } from '../stream/change.ts'
import { loadConversation, type Participant, sideOf, tellConversation, updateConversation } from './conversation.ts'
import { findMessage } from './present.ts'
import { supportPage } from './send.ts'

type Read = {
  /** The id of the last message that was seen. */
  upTo: string
  userId?: string | undefined
}

/**
 * Marks what the other side wrote as read, up to a message; again, it does nothing.
 * @returns how many are left unread on this side
 * @throws 404 when the message is not there, or a stranger's
 */
export async function readMessages(making: Change, reader: Participant, { upTo, userId }: Read): Promise<number> {
  const message = await findMessage(making.tx, upTo)
  const isTheirs = message && (message.userId === reader.id || reader.isAdmin)
  if (!isTheirs || (userId !== undefined && userId !== message.userId)) throw notFound('Message not found')
  const side = sideOf(reader, message.userId)
  const conversation = await loadConversation(making, side.userId)
  const count = side.byStaff ? 'staffUnread' : 'customerUnread'
  if (conversation[count] === 0) return 0

  const read = await making.tx
    .update(supportMessages)
    .set({ read: true })
    .where(
      and(
        eq(supportMessages.userId, side.userId),
        lte(supportMessages.seq, message.seq),
        eq(supportMessages.fromStaff, !side.byStaff),
        eq(supportMessages.read, false),
      ),
    )
    .returning({ id: supportMessages.id })
  if (read.length === 0) return conversation[count]
  const after = { ...conversation, [count]: conversation[count] - read.length }
  await updateConversation(making, side.userId, { [count]: after[count] })

  const by = side.byStaff ? ('staff' as const) : ('customer' as const)
  const told = { userId: side.userId, by, upTo, seq: message.seq }
  making.tell(`user:${side.userId}`, { type: 'support.read', data: { ...told, unread: after.customerUnread } })
  making.tell('staff', { type: 'support.read', data: { ...told, unread: after.staffUnread } })
  await tellConversation(making, side.userId)
  if (!side.byStaff && after.customerUnread === 0) await readAbout(making, side.userId, supportPage)
  return after[count]
}
