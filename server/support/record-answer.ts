import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { Participant } from './conversation.ts'

/** Records an answer by staff. The audit log gets the message's id only; its text is in the conversation. */
export const recordAnswer = (
  ctx: MutationContext,
  sender: Participant,
  userId: string,
  message: string,
  resolve = false,
) =>
  recordAction(ctx, {
    actorId: sender.id,
    action: 'support.reply',
    subject: 'support',
    subjectId: userId,
    after: { message, ...(resolve && { status: 'resolved' }) },
  })
