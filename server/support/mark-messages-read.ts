import { and, eq, isNull, lte } from 'drizzle-orm'
import { supportMessages, visitorMessages } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { MarkRead } from '../../shared/support/input-schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { markReadByLink } from '../notifications/notify-once.ts'
import {
  loadConversation,
  type Participant,
  publishConversation,
  resolveParticipantSide,
  updateConversation,
} from './conversation.ts'
import { findMessage } from './present.ts'
import { emailNextReply } from './reply-email.ts'
import { supportPage } from './send-message.ts'
import { findVisitorMessage, loadVisitor, updateVisitor } from './visitors.ts'

/**
 * Marks the other side's messages as read, up to the message with id `upTo`. Repeating it does nothing.
 * @returns the unread count of the reader's side
 * @throws 404 if the message doesn't exist, or is in another customer's conversation
 */
export async function markMessagesRead(
  ctx: MutationContext,
  reader: Participant,
  { upTo, userId }: MarkRead,
): Promise<number> {
  const message = await findMessage(ctx.tx, upTo)
  if (!message && reader.isAdmin) return markVisitorMessagesRead(ctx, upTo, userId)
  const mayRead = message && (message.userId === reader.id || reader.isAdmin)
  if (!mayRead || (userId !== undefined && userId !== message.userId)) throw notFound('Message not found')
  const side = resolveParticipantSide(reader, message.userId)
  const conversation = await loadConversation(ctx, side.userId)
  const countColumn = side.byStaff ? 'staffUnread' : 'customerUnread'
  if (conversation[countColumn] === 0) return 0

  const read = await ctx.tx
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
  if (read.length === 0) return conversation[countColumn]
  const after = { ...conversation, [countColumn]: conversation[countColumn] - read.length }
  await updateConversation(ctx, side.userId, { [countColumn]: after[countColumn] })

  const by = side.byStaff ? ('staff' as const) : ('customer' as const)
  const data = { userId: side.userId, by, upTo, seq: message.seq }
  ctx.publish(`user:${side.userId}`, { type: 'support.read', data: { ...data, unread: after.customerUnread } })
  ctx.publish('staff', { type: 'support.read', data: { ...data, unread: after.staffUnread } })
  await publishConversation(ctx, side.userId)
  if (!side.byStaff) {
    if (after.customerUnread === 0) await markReadByLink(ctx, side.userId, supportPage)
    else await emailNextReply(ctx, side.userId, message.seq)
  }
  return after[countColumn]
}

/** @throws 404 */
async function markVisitorMessagesRead(ctx: MutationContext, upTo: string, id: string | undefined): Promise<number> {
  const { message } = (await findVisitorMessage(ctx.tx, upTo)) ?? {}
  if (!message || (id !== undefined && id !== message.conversationId)) throw notFound('Message not found')
  const { conversationId, seq } = message
  const { staffUnread } = await loadVisitor(ctx, conversationId)
  if (staffUnread === 0) return 0
  const read = await ctx.tx
    .update(visitorMessages)
    .set({ read: true })
    .where(
      and(
        eq(visitorMessages.conversationId, conversationId),
        lte(visitorMessages.seq, seq),
        isNull(visitorMessages.senderId),
        eq(visitorMessages.read, false),
      ),
    )
    .returning({ id: visitorMessages.id })
  if (read.length === 0) return staffUnread
  const unread = staffUnread - read.length
  await updateVisitor(ctx, conversationId, { staffUnread: unread })
  ctx.publish('staff', { type: 'support.read', data: { userId: conversationId, by: 'staff', upTo, seq, unread } })
  await publishConversation(ctx, conversationId)
  return unread
}
