import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { afterStatus, type ConversationState, isVisitorId } from '../../shared/support/rules.ts'
import { type Conversation, type ConversationStatus, maxReminderMs } from '../../shared/support/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { loadConversation, publishConversation, stateColumns, stateOf, updateConversation } from './conversation.ts'
import { type ConversationRow, findConversation } from './present.ts'
import { loadVisitor, updateVisitor } from './visitors.ts'

type Changes = {
  status?: ConversationStatus | undefined
  /** The id of a member of staff; null to unassign. */
  assignee?: string | null | undefined
  /** When it comes back to the open ones, in milliseconds; null for never. */
  remindAt?: number | null | undefined
}

/**
 * Sets a conversation's status, assigns it, or has it come back at a time. A member of staff who asks to be reminded of
 * one that nobody has is assigned to it.
 * @throws 404 if there are no messages; 422 if the assignee isn't staff, for a time that isn't within the next 90 days, and
 *   for a reminder of an open conversation
 */
export async function changeConversation(
  ctx: MutationContext,
  staff: { id: string },
  userId: string,
  { status, assignee, remindAt }: Changes,
): Promise<Conversation> {
  const isVisitor = isVisitorId(userId)
  const before = await (isVisitor ? loadVisitor : loadConversation)(ctx, userId)
  if (assignee) await assertStaff(ctx, assignee)
  const state = stateOf(before)
  const nowMs = ctx.now.getTime()
  const next = status === undefined || status === state.status ? state : afterStatus(state, status, nowMs)
  if (remindAt) assertReminder(next, remindAt, nowMs)
  const reminded = remindAt ? staff.id : null
  const after = {
    ...stateColumns({ ...next, ...(remindAt !== undefined && { remindAt }) }),
    assigneeId: assignee === undefined ? (before.assigneeId ?? reminded) : assignee,
  }
  if (isDeepStrictEqual(auditedFields(after), auditedFields(before))) {
    return (await findConversation(ctx.tx, userId))!
  }
  await (isVisitor ? updateVisitor : updateConversation)(ctx, userId, after)
  await recordAction(ctx, {
    actorId: staff.id,
    action: actionOf(before, after),
    subject: 'support',
    subjectId: userId,
    before: auditedFields(before),
    after: auditedFields(after),
  })
  return publishConversation(ctx, userId)
}

function assertReminder({ status }: ConversationState, remindAt: number, nowMs: number) {
  if (remindAt <= nowMs || remindAt > nowMs + maxReminderMs) {
    throw unprocessable('not_soon', 'Please choose a time within the next 90 days.')
  }
  if (status === 'open') throw unprocessable('still_open', 'An open conversation waits in the inbox already.')
}

type State = Pick<ConversationRow, 'status' | 'assigneeId' | 'remindAt'>

/** What staff did, by its most specific name. */
function actionOf(before: State, after: State): string {
  const isReminderChanged = after.remindAt?.getTime() !== before.remindAt?.getTime()
  if (isReminderChanged && after.remindAt !== null) {
    return before.remindAt === null || before.status === 'open' ? 'support.remind' : 'support.remind.change'
  }
  if (isReminderChanged && after.status === before.status) return 'support.remind.cancel'
  if (after.status === before.status) return after.assigneeId === null ? 'support.unassign' : 'support.assign'
  if (after.assigneeId !== before.assigneeId || after.status === 'waiting') return 'support.change'
  return after.status === 'resolved' ? 'support.resolve' : 'support.reopen'
}

const auditedFields = ({ status, assigneeId, remindAt }: State) => ({
  status,
  assignee: assigneeId,
  ...(remindAt && { remindAt: remindAt.toISOString() }),
})

async function assertStaff({ tx }: MutationContext, id: string) {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, true)))
  if (!found) throw unprocessable('not_staff', 'A conversation can only be assigned to staff.')
}
