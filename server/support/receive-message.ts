import type { MarkRead, SendMessage } from '../../shared/support/input-schema.ts'
import type { SupportMessage } from '../../shared/support/schema.ts'
import type { AppContext } from '../app-context.ts'
import type { Identity } from '../auth/identify.ts'
import { runMutation } from '../events/mutation.ts'
import { isVisitorId } from '../../shared/support/rules.ts'
import { answerVisitor } from './answer-visitor.ts'
import { markMessagesRead } from './mark-messages-read.ts'
import { sendMessage } from './send-message.ts'

/**
 * Sends a message that arrived over REST or the socket. Both count against one rate limit, except for staff.
 * @throws 429, and what `sendMessage` throws
 */
export async function receiveMessage(app: AppContext, { user }: Identity, input: SendMessage): Promise<SupportMessage> {
  if (!user.isAdmin) await app.rateLimits.consume('chat', { user: user.id })
  const { userId } = input
  return runMutation(app, (ctx) =>
    userId !== undefined && isVisitorId(userId)
      ? answerVisitor(ctx, user, { ...input, userId })
      : sendMessage(ctx, user, input),
  )
}

/** Marks messages as read, over REST or the socket. @returns how many are left unread @throws 429 as receiveMessage */
export async function receiveMarkRead(app: AppContext, { user }: Identity, input: MarkRead): Promise<number> {
  if (!user.isAdmin) await app.rateLimits.consume('change', { user: user.id })
  return runMutation(app, (ctx) => markMessagesRead(ctx, user, input))
}
