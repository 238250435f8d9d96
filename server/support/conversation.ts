import { eq } from 'drizzle-orm'
import { supportConversations, users } from '../../drizzle/schema.ts'
import { notFound, ApiError } from '../../shared/api-error.ts'
import { type ConversationState, isVisitorId } from '../../shared/support/rules.ts'
import type { Conversation } from '../../shared/support/staff-schema.ts'
import { lockName } from '../db/lock-name.ts'
import { type Db, forUpdate, type Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type ConversationRow, countConversations, findConversation } from './present.ts'
import { assertVisitorExists } from './visitors.ts'

export type Participant = { id: string; isAdmin: boolean }
/** The customer whose conversation it is, and the side of it that a participant is on. */
export type ConversationSide = { userId: string; byStaff: boolean }

/** Staff are on the staff side of every conversation but their own. @throws 403 if it is another customer's */
export function resolveParticipantSide(participant: Participant, userId = participant.id): ConversationSide {
  if (userId === participant.id) return { userId, byStaff: false }
  if (!participant.isAdmin) throw new ApiError(403, 'not_yours', 'This is another customer’s conversation.')
  return { userId, byStaff: true }
}

/** Also accepts a visitor's conversation. @throws 404 */
export async function assertCustomerExists(db: Db | Tx, userId: string) {
  if (isVisitorId(userId)) return assertVisitorExists(db, userId)
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!found) throw notFound('Customer not found')
}

/** Locks a conversation until the commit. @throws 404 if it has no messages */
export async function loadConversation({ tx }: MutationContext, userId: string): Promise<ConversationRow> {
  const row = await lock(tx, userId)
  if (!row || row.lastSeq === 0) throw notFound('Conversation not found')
  return row
}

/** Locks a conversation until the commit, and creates it if needed. */
export async function openConversation({ tx, now }: MutationContext, userId: string): Promise<ConversationRow> {
  const existing = await lock(tx, userId)
  if (existing) return existing
  await tx.insert(supportConversations).values({ userId, createdAt: now }).onConflictDoNothing()
  return (await lock(tx, userId))!
}

async function lock(tx: Tx, userId: string): Promise<ConversationRow | undefined> {
  const query = tx.select().from(supportConversations).where(eq(supportConversations.userId, userId))
  const [row] = await forUpdate(query)
  return row
}

/** Changes columns of a customer's conversation, without an event. */
export async function updateConversation({ tx }: MutationContext, userId: string, columns: Partial<ConversationRow>) {
  await tx.update(supportConversations).set(columns).where(eq(supportConversations.userId, userId))
}

/** A conversation's status, since when it waits and when it comes back, as staff see them. */
export const stateOf = (row: Pick<ConversationRow, 'status' | 'waitingSince' | 'remindAt'>): ConversationState => ({
  status: row.status,
  waitingSince: row.waitingSince?.getTime() ?? null,
  remindAt: row.remindAt?.getTime() ?? null,
})

/** The same as columns of its row. */
export const stateColumns = ({ status, waitingSince, remindAt }: ConversationState) => ({
  status,
  waitingSince: waitingSince === null ? null : new Date(waitingSince),
  remindAt: remindAt === null ? null : new Date(remindAt),
})

/** Publishes the current conversation, also a visitor's, to staff, with the number of conversations by status. */
export async function publishConversation({ tx, publish }: MutationContext, userId: string): Promise<Conversation> {
  const conversation = (await findConversation(tx, userId))!
  await lockName(tx, 'conversation counts')
  publish('staff', {
    type: 'support.conversation',
    data: { conversation, counts: await countConversations(tx) },
  })
  return conversation
}
