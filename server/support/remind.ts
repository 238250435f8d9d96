import { and, asc, isNotNull, lte } from 'drizzle-orm'
import { isNotOpen } from '../../drizzle/conditions.ts'
import { supportConversations, visitorConversations } from '../../drizzle/schema.ts'
import { afterReminder, isVisitorId } from '../../shared/support/rules.ts'
import { recordAction } from '../audit/record-action.ts'
import { type DueRow, isAfterPlace } from '../db/due-rows.ts'
import type { Db } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { loadConversation, publishConversation, stateColumns, stateOf, updateConversation } from './conversation.ts'
import { loadVisitor, updateVisitor } from './visitors.ts'

/** How many conversations come back at a time. */
const batchSize = 100

/** Conversations with customers that staff are to be reminded of by now, in batches. */
export async function findDueReminders(db: Db, now = new Date(), after?: DueRow): Promise<DueRow[]> {
  const { userId: id, remindAt, status } = supportConversations
  const rows = await db
    .select({ id, dueAt: remindAt })
    .from(supportConversations)
    .where(and(isNotNull(remindAt), isNotOpen(status), lte(remindAt, now), isAfterPlace(remindAt, id, after)))
    .orderBy(asc(remindAt), asc(id))
    .limit(batchSize)
  return rows.map((row) => ({ id: row.id, dueAt: row.dueAt! }))
}

/** The same with visitors. */
export async function findDueVisitorReminders(db: Db, now = new Date(), after?: DueRow): Promise<DueRow[]> {
  const { id, remindAt, status } = visitorConversations
  const rows = await db
    .select({ id, dueAt: remindAt })
    .from(visitorConversations)
    .where(and(isNotNull(remindAt), isNotOpen(status), lte(remindAt, now), isAfterPlace(remindAt, id, after)))
    .orderBy(asc(remindAt), asc(id))
    .limit(batchSize)
  return rows.map((row) => ({ id: row.id, dueAt: row.dueAt! }))
}

/** Opens a conversation again as a reminder, as staff asked; one whose reminder was changed since it was found is left alone. */
export async function bringBack(ctx: MutationContext, id: string, now = ctx.now) {
  const isVisitor = isVisitorId(id)
  const before = await (isVisitor ? loadVisitor : loadConversation)(ctx, id)
  if (before.status === 'open' || before.remindAt === null || before.remindAt > now) return
  const after = stateColumns(afterReminder(stateOf(before)))
  await (isVisitor ? updateVisitor : updateConversation)(ctx, id, after)
  await recordAction(ctx, {
    actorId: null,
    action: 'support.reminded',
    subject: 'support',
    subjectId: id,
    before: { status: before.status },
    after: { status: after.status },
  })
  await publishConversation(ctx, id)
}
