import { and, eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { afterStatus, isVisitorId } from '../../shared/support/rules.ts'
import type { Conversation, ConversationStatus } from '../../shared/support/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { loadConversation, publishConversation, stateColumns, stateOf, updateConversation } from './conversation.ts'
import { type ConversationRow, findConversation } from './present.ts'
import { loadVisitor, updateVisitor } from './visitors.ts'

type Changes = {
  status?: ConversationStatus | undefined
  /** The id of a member of staff; null to unassign. */
  assignee?: string | null | undefined
}

/** Sets a conversation's status, or assigns it. @throws 404 if there are no messages; 422 if the assignee isn't staff */
export async function changeConversation(
  ctx: MutationContext,
  staff: { id: string },
  userId: string,
  { status, assignee }: Changes,
): Promise<Conversation> {
  const isVisitor = isVisitorId(userId)
  const before = await (isVisitor ? loadVisitor : loadConversation)(ctx, userId)
  if (assignee) await assertStaff(ctx, assignee)
  const state = stateOf(before)
  const after = {
    ...stateColumns(status === undefined ? state : afterStatus(state, status, ctx.now.getTime())),
    assigneeId: assignee === undefined ? before.assigneeId : assignee,
  }
  if (after.status === before.status && after.assigneeId === before.assigneeId) {
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

type State = Pick<ConversationRow, 'status' | 'assigneeId'>

/** What staff did, by its most specific name. */
function actionOf(before: State, after: State): string {
  if (after.status === before.status) return after.assigneeId === null ? 'support.unassign' : 'support.assign'
  if (after.assigneeId !== before.assigneeId || after.status === 'waiting') return 'support.change'
  return after.status === 'resolved' ? 'support.resolve' : 'support.reopen'
}

const auditedFields = ({ status, assigneeId }: State) => ({
  status,
  assignee: assigneeId,
})

async function assertStaff({ tx }: MutationContext, id: string) {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, true)))
  if (!found) throw unprocessable('not_staff', 'A conversation can only be assigned to staff.')
}
