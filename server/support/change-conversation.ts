import { and, asc, eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { unacceptable } from '../../shared/refusal.ts'
import { afterStatus, type Conversation, type ConversationStatus } from '../../shared/support.ts'
import { recordAction } from '../activity/audit.ts'
import type { Db } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { loadConversation, tellConversation, updateConversation } from './conversation.ts'
import { type ConversationRow, findConversation } from './present.ts'

type Wanted = {
  status?: ConversationStatus | undefined
  /** A member of staff; null for nobody. */
  assignee?: string | null | undefined
}

/** Puts a conversation in another state or other hands. @throws 404 where nobody has written; 422 for who is no staff */
export async function changeConversation(
  making: Change,
  staff: { id: string },
  userId: string,
  { status, assignee }: Wanted,
): Promise<Conversation> {
  const before = await loadConversation(making, userId)
  if (assignee) await refuseOutsider(making, assignee)
  const standing = { status: before.status, waitingSince: before.waitingSince?.getTime() ?? null }
  const after = status === undefined ? standing : afterStatus(standing, status, Date.now())
  const set = {
    status: after.status,
    waitingSince: after.waitingSince === null ? null : new Date(after.waitingSince),
    assigneeId: assignee === undefined ? before.assigneeId : assignee,
  }
  if (set.status === before.status && set.assigneeId === before.assigneeId) {
    return (await findConversation(making.tx, userId))!
  }
  await updateConversation(making, userId, set)
  await recordAction(making, {
    actorId: staff.id,
    action: 'support.change',
    subject: 'support',
    subjectId: userId,
    before: stateOf(before),
    after: stateOf(set),
  })
  return tellConversation(making, userId)
}

const stateOf = ({ status, assigneeId }: Pick<ConversationRow, 'status' | 'assigneeId'>) => ({
  status,
  assignee: assigneeId,
})

async function refuseOutsider({ tx }: Change, id: string) {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, true)))
  if (!found) throw unacceptable('not_staff', 'A conversation can be assigned to staff alone.')
}

/** Whom a conversation can be assigned to. */
export const listStaff = (db: Db) =>
  db
    .select({ _id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.firstName), asc(users.id))
