import { eq } from 'drizzle-orm'
import { supportConversations, users } from '../../drizzle/schema.ts'
import { notFound, Refusal } from '../../shared/refusal.ts'
import type { Conversation } from '../../shared/support.ts'
import { type Db, locking, type Tx } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { type ConversationRow, countConversations, findConversation } from './present.ts'

export type Participant = { id: string; isAdmin: boolean }
/** Whose conversation it is, and on which side of it somebody stands. */
export type Side = { userId: string; byStaff: boolean }

/** Staff stand on their side of everybody's conversation but their own. @throws 403 for another customer's */
export function sideOf(one: Participant, userId = one.id): Side {
  if (userId === one.id) return { userId, byStaff: false }
  if (!one.isAdmin) throw new Refusal(403, 'not_yours', 'This is another customer’s conversation.')
  return { userId, byStaff: true }
}

/** @throws 404 'Customer not found' */
export async function refuseUnknown(db: Db | Tx, userId: string) {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!found) throw notFound('Customer not found')
}

/** A conversation, locked until the commit. @throws 404 where nobody has written yet */
export async function loadConversation({ tx }: Change, userId: string): Promise<ConversationRow> {
  const row = await lock(tx, userId)
  if (!row || row.lastSeq === 0) throw notFound('Conversation not found')
  return row
}

/** The same, begun when there is none. */
export async function openConversation({ tx }: Change, userId: string): Promise<ConversationRow> {
  const row = await lock(tx, userId)
  if (row) return row
  await tx.insert(supportConversations).values({ userId }).onConflictDoNothing()
  return (await lock(tx, userId))!
}

async function lock(tx: Tx, userId: string): Promise<ConversationRow | undefined> {
  const one = tx.select().from(supportConversations).where(eq(supportConversations.userId, userId))
  const [row] = await locking(one)
  return row
}

export async function updateConversation({ tx }: Change, userId: string, set: Partial<ConversationRow>) {
  await tx.update(supportConversations).set(set).where(eq(supportConversations.userId, userId))
}

/** Tells staff how a conversation is now, and how many there are in each state. */
export async function tellConversation({ tx, tell }: Change, userId: string): Promise<Conversation> {
  const conversation = (await findConversation(tx, userId))!
  tell('staff', {
    type: 'support.conversation',
    data: { conversation, counts: await countConversations(tx) },
  })
  return conversation
}
