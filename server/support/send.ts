import { and, eq } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { items, orders, supportMessages } from '../../drizzle/schema.ts'
import { conflict, notFound } from '../../shared/refusal.ts'
import { afterMessage, type SupportMessage } from '../../shared/support.ts'
import { recordAction } from '../activity/audit.ts'
import { notifyOnce } from '../notifications/notify-once.ts'
import type { Change } from '../stream/change.ts'
import {
  openConversation,
  type Participant,
  refuseUnknown,
  type Side,
  sideOf,
  tellConversation,
  updateConversation,
} from './conversation.ts'
import { type ConversationRow, findMessage, findRepeated, presentMessage } from './present.ts'

type Written = {
  message: string
  item?: string | undefined
  order?: string | undefined
  /** The customer, when staff write. */
  userId?: string | undefined
  clientId?: string | undefined
}

/** The page that a customer is led to. */
export const supportPage = '/support'

/**
 * Writes a message: a customer's opens the conversation, and a reply by staff hands it to the customer.
 * The same `clientId` of the same sender again is answered with the first message, and nothing is done.
 * @throws 403 for another customer's conversation; 404 for a customer, item or order that is not there or not theirs
 */
export async function sendMessage(making: Change, sender: Participant, written: Written): Promise<SupportMessage> {
  const side = sideOf(sender, written.userId)
  const repeated = written.clientId && (await findRepeated(making.tx, sender.id, written.clientId))
  if (repeated) return presentMessage(repeated)
  if (side.byStaff) await refuseUnknown(making.tx, side.userId)
  await refuseStrange(making, side, written)

  const conversation = await openConversation(making, side.userId)
  const id = await insertMessage(making, conversation, sender, side, written)
  if (id === null) return presentFirst(making, sender, side, written.clientId!)
  const counts = await moveConversation(making, conversation, side)
  if (side.byStaff) await answerCustomer(making, sender, side, id)
  return tellMessage(making, side, id, counts)
}

/** What goes with a message has to be there, and the order to be this customer's; an item may be archived. */
async function refuseStrange({ tx }: Change, { userId }: Side, { item, order }: Written) {
  if (item !== undefined) {
    const [found] = await tx.select({ id: items.id }).from(items).where(eq(items.id, item))
    if (!found) throw notFound('Item not found')
  }
  if (order !== undefined) {
    const [found] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, order), eq(orders.userId, userId)))
    if (!found) throw notFound('Order not found')
  }
}

/** null when another request with the same `clientId` was first. */
async function insertMessage(
  { tx }: Change,
  conversation: ConversationRow,
  sender: Participant,
  { userId, byStaff }: Side,
  { message, item, order, clientId }: Written,
): Promise<string | null> {
  const now = new Date()
  const [row] = await tx
    .insert(supportMessages)
    .values({
      id: newId(now.getTime()),
      userId,
      seq: conversation.lastSeq + 1,
      senderId: sender.id,
      fromStaff: byStaff,
      message,
      itemId: item ?? null,
      orderId: order ?? null,
      clientId: clientId ?? null,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: supportMessages.id })
  return row?.id ?? null
}

async function presentFirst({ tx }: Change, sender: Participant, { userId }: Side, clientId: string) {
  const first = await findRepeated(tx, sender.id, clientId)
  // Sent to two customers in the same instant: nothing of the second may stay.
  if (first?.userId !== userId) throw conflict('client_id_used', 'This message was sent to somebody else just now.')
  return presentMessage(first)
}

type Counts = Pick<ConversationRow, 'customerUnread' | 'staffUnread'>

async function moveConversation(making: Change, before: ConversationRow, { userId, byStaff }: Side): Promise<Counts> {
  const now = Date.now()
  const standing = { status: before.status, waitingSince: before.waitingSince?.getTime() ?? null }
  const { status, waitingSince } = afterMessage(standing, byStaff, now)
  const counts = {
    customerUnread: before.customerUnread + (byStaff ? 1 : 0),
    staffUnread: before.staffUnread + (byStaff ? 0 : 1),
  }
  await updateConversation(making, userId, {
    ...counts,
    status,
    waitingSince: waitingSince === null ? null : new Date(waitingSince),
    lastSeq: before.lastSeq + 1,
    lastMessageAt: new Date(now),
  })
  return counts
}

/** Noted without its words, which stand in the conversation. */
async function answerCustomer(making: Change, sender: Participant, { userId }: Side, id: string) {
  await recordAction(making, {
    actorId: sender.id,
    action: 'support.reply',
    subject: 'support',
    subjectId: userId,
    after: { message: id },
  })
  await notifyOnce(making, userId, { type: 'info', message: 'Support replied to you', link: supportPage })
}

async function tellMessage(making: Change, { userId }: Side, id: string, { customerUnread, staffUnread }: Counts) {
  const message = presentMessage((await findMessage(making.tx, id))!)
  const told = { userId, message, ...(message.clientId !== null && { clientId: message.clientId }) }
  making.tell(`user:${userId}`, { type: 'support.message', data: { ...told, unread: customerUnread } })
  making.tell('staff', { type: 'support.message', data: { ...told, unread: staffUnread } })
  await tellConversation(making, userId)
  return message
}
