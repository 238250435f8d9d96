import { and, asc, eq, ne } from 'drizzle-orm'
import { savedReplies } from '../../drizzle/schema.ts'
import { conflict, notFound } from '../../shared/refusal.ts'
import type { SavedReply } from '../../shared/support.ts'
import { recordAction } from '../activity/audit.ts'
import type { Db } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'

type Row = typeof savedReplies.$inferSelect
type Staff = { id: string }
type Written = { title: string; text: string }

const taken = () => conflict('reply_exists', 'There is a saved reply with this title already.')

export async function listReplies(db: Db): Promise<SavedReply[]> {
  const rows = await db.select().from(savedReplies).orderBy(asc(savedReplies.title))
  return rows.map(presentReply)
}

/** @throws 409 when the title is taken */
export async function addReply(making: Change, staff: Staff, { title, text }: Written): Promise<SavedReply> {
  const [row] = await making.tx.insert(savedReplies).values({ title, text }).onConflictDoNothing().returning()
  if (!row) throw taken()
  await recordReply(making, staff, 'add', null, row)
  return tellReply(making, row)
}

/** @throws 404 when it is not there; 409 when the title is another's */
export async function changeReply(making: Change, staff: Staff, id: string, written: Written): Promise<SavedReply> {
  const { tx } = making
  const before = await loadReply(making, id)
  const [other] = await tx
    .select({ id: savedReplies.id })
    .from(savedReplies)
    .where(and(eq(savedReplies.title, written.title), ne(savedReplies.id, id)))
  if (other) throw taken()
  const { title, text } = written
  const [row] = await tx
    .update(savedReplies)
    .set({ title, text, updatedAt: new Date() })
    .where(eq(savedReplies.id, id))
    .returning()
  await recordReply(making, staff, 'change', before, row!)
  return tellReply(making, row!)
}

/** @throws 404 when it is not there */
export async function deleteReply(making: Change, staff: Staff, id: string) {
  const before = await loadReply(making, id)
  await making.tx.delete(savedReplies).where(eq(savedReplies.id, id))
  await recordReply(making, staff, 'delete', before, null)
  making.tell('staff', { type: 'reply.removed', data: { _id: id } })
}

async function loadReply({ tx }: Change, id: string): Promise<Row> {
  const [row] = await tx.select().from(savedReplies).where(eq(savedReplies.id, id))
  if (!row) throw notFound('Saved reply not found')
  return row
}

const recordReply = (making: Change, staff: Staff, action: string, before: Row | null, after: Row | null) =>
  recordAction(making, {
    actorId: staff.id,
    action: `reply.${action}`,
    subject: 'reply',
    subjectId: (after ?? before)!.id,
    before: before && wordsOf(before),
    after: after && wordsOf(after),
  })

const wordsOf = ({ title, text }: Row) => ({ title, text })

function tellReply({ tell }: Change, row: Row): SavedReply {
  const reply = presentReply(row)
  tell('staff', { type: 'reply.changed', data: { reply } })
  return reply
}

const presentReply = (row: Row): SavedReply => ({
  _id: row.id,
  title: row.title,
  text: row.text,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
})
