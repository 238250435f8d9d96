import { and, asc, eq, gt } from 'drizzle-orm'
import { supportMessages, users } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { EmailContent } from '../mail/content.ts'

/** How long a reply may stay unread before its customer gets an email. */
const unreadMs = 5 * 60_000

/**
 * Emails the customer about a reply by staff that is still unread five minutes after it was written. It is called for
 * the first unread reply only, so the customer gets one email until everything is read.
 */
export async function emailReply(
  { tx, mail, now }: MutationContext,
  userId: string,
  messageId: string,
  writtenAt = now,
) {
  const [customer] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  mail({
    kind: 'support_replied',
    to: customer!.email,
    userId,
    payload: { messageId },
    dedupe: `support_replied ${messageId}`,
    sendAt: new Date(writtenAt.getTime() + unreadMs),
  })
}

/** Does the same for the next unread reply, when a customer has read up to the message with number `seq`. */
export async function emailNextReply(ctx: MutationContext, userId: string, seq: number) {
  const [next] = await ctx.tx
    .select({ id: supportMessages.id, createdAt: supportMessages.createdAt })
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.userId, userId),
        gt(supportMessages.seq, seq),
        eq(supportMessages.fromStaff, true),
        eq(supportMessages.read, false),
      ),
    )
    .orderBy(asc(supportMessages.seq))
    .limit(1)
  if (next) await emailReply(ctx, userId, next.id, next.createdAt)
}

/** @returns null when the reply was read in the meantime */
export async function renderReplyEmail(db: Db, publicUrl: string, messageId: string): Promise<EmailContent | null> {
  const [message] = await db
    .select({ read: supportMessages.read })
    .from(supportMessages)
    .where(eq(supportMessages.id, messageId))
  if (!message || message.read) return null
  return {
    subject: 'Support replied to you',
    heading: 'You have a reply from support',
    blocks: [
      { type: 'text', text: 'We have replied to your message, and you haven’t read the reply yet.' },
      { type: 'button', label: 'Read the reply', url: `${publicUrl}/support` },
    ],
    footer: `You get this email because you wrote to support at ${new URL(publicUrl).host}. You can turn it off in your profile.`,
  }
}
