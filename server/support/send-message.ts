import { and, eq, not } from 'drizzle-orm'
import { isDraft } from '../../drizzle/conditions.ts'
import { newId } from '../../drizzle/kit.ts'
import { items, orders, paymentProofs, supportMessages } from '../../drizzle/schema.ts'
import { ApiError, conflict, notFound } from '../../shared/api-error.ts'
import { searchText } from '../../shared/search-text.ts'
import { afterAnswer, afterQuestion, replyNotice } from '../../shared/support/rules.ts'
import type { SendMessage } from '../../shared/support/input-schema.ts'
import type { SupportMessage } from '../../shared/support/schema.ts'
import { recordAnswer } from './record-answer.ts'
import type { MutationContext } from '../events/mutation.ts'
import { notifyOnce } from '../notifications/notify-once.ts'
import {
  assertCustomerExists,
  type ConversationSide,
  openConversation,
  type Participant,
  publishConversation,
  resolveParticipantSide,
  stateColumns,
  stateOf,
  updateConversation,
} from './conversation.ts'
import { type ConversationRow, findByClientId, findMessage, presentMessage } from './present.ts'
import { emailReply } from './reply-email.ts'

/** The customer's page that notifications about the conversation link to. */
export const supportPage = '/support'

/**
 * Sends a message. A customer's opens the conversation; a reply by staff sets it to waiting, or resolves it, and
 * notifies the customer (docs/rules.md). Sending the same `clientId` again returns the first message and changes nothing.
 * @throws 403 for another customer's conversation, or a customer's message that resolves theirs; 404 if the customer or
 *   the item doesn't exist, or the order or picture isn't the customer's
 */
export async function sendMessage(
  ctx: MutationContext,
  sender: Participant,
  input: SendMessage,
): Promise<SupportMessage> {
  const side = resolveParticipantSide(sender, input.userId)
  if (input.resolve && !side.byStaff) throw new ApiError(403, 'not_staff', 'Only staff can resolve a conversation.')
  const first = input.clientId && (await findByClientId(ctx.tx, sender.id, input.clientId))
  if (first) return presentMessage(first)
  if (side.byStaff) await assertCustomerExists(ctx.tx, side.userId)
  const orderId = await findAttachedOrder(ctx, side, input)

  const conversation = await openConversation(ctx, side.userId)
  const id = await insertMessage(ctx, conversation, sender, side, { ...input, order: orderId })
  if (id === null) return presentFirst(ctx, sender, side, input.clientId!)
  const unread = await updateState(ctx, conversation, side, input.resolve)
  if (side.byStaff) {
    const notice = replyNotice(input.message, orderId ?? null)
    const { customerUnread: unreadBefore } = conversation
    await recordReply(ctx, sender, side, { id, notice, unreadBefore, resolve: input.resolve })
  }
  return publishMessage(ctx, side, id, unread)
}

/**
 * An item may be archived, but not a draft; an order, and the order of a picture, must be this customer's.
 * @returns the order that is attached, or whose transfer the attached picture shows
 */
async function findAttachedOrder(
  { tx }: MutationContext,
  { userId }: ConversationSide,
  { item, order, proof }: SendMessage,
): Promise<string | undefined> {
  if (item !== undefined) {
    const [found] = await tx
      .select({ id: items.id })
      .from(items)
      .where(and(eq(items.id, item), not(isDraft(items.draft))))
    if (!found) throw notFound('Item not found')
  }
  if (order !== undefined) {
    const [found] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, order), eq(orders.userId, userId)))
    if (!found) throw notFound('Order not found')
  }
  if (proof === undefined) return order
  const [found] = await tx
    .select({ orderId: orders.id })
    .from(paymentProofs)
    .innerJoin(orders, eq(orders.id, paymentProofs.orderId))
    .where(and(eq(paymentProofs.id, proof), eq(orders.userId, userId)))
  if (!found) throw notFound('Picture not found')
  return found.orderId
}

/** @returns null when a simultaneous request with the same `clientId` was first */
async function insertMessage(
  { tx, now }: MutationContext,
  conversation: ConversationRow,
  sender: Participant,
  { userId, byStaff }: ConversationSide,
  { message, item, order, proof, clientId }: SendMessage,
): Promise<string | null> {
  const [row] = await tx
    .insert(supportMessages)
    .values({
      id: newId(now.getTime()),
      userId,
      seq: conversation.lastSeq + 1,
      senderId: sender.id,
      fromStaff: byStaff,
      message,
      searchText: searchText(message),
      itemId: item ?? null,
      orderId: order ?? null,
      proofId: proof ?? null,
      clientId: clientId ?? null,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: supportMessages.id })
  return row?.id ?? null
}

async function presentFirst(
  { tx }: MutationContext,
  sender: Participant,
  { userId }: ConversationSide,
  clientId: string,
) {
  const first = await findByClientId(tx, sender.id, clientId)
  // Sent to two customers at the same time: the second must be rolled back.
  if (first?.userId !== userId) throw conflict('client_id_used', 'This message was just sent to someone else.')
  return presentMessage(first)
}

type UnreadCounts = Pick<ConversationRow, 'customerUnread' | 'staffUnread'>

async function updateState(
  ctx: MutationContext,
  before: ConversationRow,
  { userId, byStaff }: ConversationSide,
  resolve: boolean | undefined,
): Promise<UnreadCounts> {
  const unread = {
    customerUnread: before.customerUnread + (byStaff ? 1 : 0),
    staffUnread: before.staffUnread + (byStaff ? 0 : 1),
  }
  await updateConversation(ctx, userId, {
    ...unread,
    ...stateColumns(
      byStaff ? afterAnswer(stateOf(before), resolve) : afterQuestion(stateOf(before), ctx.now.getTime()),
    ),
    lastSeq: before.lastSeq + 1,
    lastMessageAt: ctx.now,
  })
  return unread
}

async function recordReply(
  ctx: MutationContext,
  sender: Participant,
  { userId }: ConversationSide,
  {
    id,
    notice,
    unreadBefore,
    resolve,
  }: { id: string; notice: string; unreadBefore: number; resolve?: boolean | undefined },
) {
  await notifyOnce(ctx, userId, { type: 'info', message: notice, link: supportPage })
  if (unreadBefore === 0) await emailReply(ctx, userId, id)
  await recordAnswer(ctx, sender, userId, id, resolve)
}

async function publishMessage(
  ctx: MutationContext,
  { userId }: ConversationSide,
  id: string,
  { customerUnread, staffUnread }: UnreadCounts,
): Promise<SupportMessage> {
  const message = presentMessage((await findMessage(ctx.tx, id))!)
  const data = { userId, message, ...(message.clientId !== null && { clientId: message.clientId }) }
  ctx.publish(`user:${userId}`, { type: 'support.message', data: { ...data, unread: customerUnread } })
  ctx.publish('staff', { type: 'support.message', data: { ...data, unread: staffUnread } })
  await publishConversation(ctx, userId)
  return message
}
