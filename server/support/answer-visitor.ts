import { eq } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { visitorMessages } from '../../drizzle/schema.ts'
import { ApiError, conflict, unprocessable } from '../../shared/api-error.ts'
import { afterAnswer } from '../../shared/support/rules.ts'
import type { SendMessage } from '../../shared/support/input-schema.ts'
import type { deliveryStates, SupportMessage } from '../../shared/support/schema.ts'
import type { Db } from '../db/transactions.ts'
import type { Env } from '../env.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { EmailContent } from '../mail/content.ts'
import { type Participant, publishConversation, stateColumns, stateOf } from './conversation.ts'
import { recordAnswer } from './record-answer.ts'
import {
  findVisitorMessage,
  findVisitorMessageByClientId,
  loadVisitor,
  presentVisitorMessage,
  updateVisitor,
} from './visitors.ts'

/**
 * Answers a visitor by email. Sending the same `clientId` again returns the first message and changes nothing.
 * @throws 403 for customers; 404 for an unknown conversation; 422 for an attachment, which an email can't show
 */
export async function answerVisitor(
  ctx: MutationContext,
  sender: Participant,
  { userId, message, item, order, proof, clientId, resolve }: SendMessage & { userId: string },
): Promise<SupportMessage> {
  if (!sender.isAdmin) throw new ApiError(403, 'not_yours', 'This is another customer’s conversation.')
  const first = clientId && (await findVisitorMessageByClientId(ctx.tx, sender.id, clientId))
  if (first) return presentVisitorMessage(first)
  const conversation = await loadVisitor(ctx, userId)
  if (item !== undefined || order !== undefined || proof !== undefined) {
    throw unprocessable('no_attachment', 'A reply to a visitor goes out by email and can’t have an attachment.')
  }
  const seq = conversation.lastSeq + 1
  const id = newId(ctx.now.getTime())
  const row = { id, conversationId: userId, seq, senderId: sender.id, message, createdAt: ctx.now }
  const inserted = await ctx.tx
    .insert(visitorMessages)
    .values({ ...row, clientId: clientId ?? null, delivery: 'waiting' })
    .onConflictDoNothing()
    .returning({ id: visitorMessages.id })
  // The same `clientId` was used at the same time, for another visitor.
  if (inserted.length === 0) throw conflict('client_id_used', 'This message was just sent to someone else.')
  await updateVisitor(ctx, userId, {
    ...stateColumns(afterAnswer(stateOf(conversation), resolve)),
    lastSeq: seq,
    lastMessageAt: ctx.now,
  })
  ctx.mail({ kind: 'visitor_answered', to: conversation.email, payload: { messageId: id } })
  await recordAnswer(ctx, sender, userId, id, resolve)
  const presented = presentVisitorMessage((await findVisitorMessage(ctx.tx, id))!)
  const data = { userId, message: presented, unread: conversation.staffUnread, ...(clientId && { clientId }) }
  ctx.publish('staff', { type: 'support.message', data })
  await publishConversation(ctx, userId)
  return presented
}

/** Records what became of the email with a reply, and shows it to staff. */
export async function recordDelivery(ctx: MutationContext, id: string, delivery: (typeof deliveryStates)[number]) {
  const [row] = await ctx.tx
    .update(visitorMessages)
    .set({ delivery })
    .where(eq(visitorMessages.id, id))
    .returning({ userId: visitorMessages.conversationId })
  if (row) ctx.publish('staff', { type: 'support.delivery', data: { userId: row.userId, _id: id, delivery } })
}

/**
 * Contains nothing that the visitor typed, who may have given anybody's address.
 * @returns null when the conversation was deleted in the meantime
 */
export async function renderVisitorAnswer(db: Db, env: Env, messageId: string): Promise<EmailContent | null> {
  const answer = await findVisitorMessage(db, messageId)
  if (!answer) return null
  const { publicUrl } = env
  return {
    subject: 'Our answer to your message',
    heading: `${answer.staffName} answered your message`,
    blocks: [
      { type: 'text', text: answer.message.message },
      { type: 'text', text: 'Anything else? Write to us again.' },
      { type: 'button', label: 'Write to us', url: `${publicUrl}/contact` },
    ],
    footer: `You get this email because someone wrote to us with your address on ${new URL(publicUrl).host}.`,
  }
}
