import { and, asc, eq } from 'drizzle-orm'
import { supportNotes, users } from '../../drizzle/schema.ts'
import { notFound, Refusal } from '../../shared/refusal.ts'
import type { SupportNote } from '../../shared/support.ts'
import { recordAction } from '../activity/audit.ts'
import type { Db } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { refuseUnknown } from './conversation.ts'

type Staff = { id: string; firstName: string }

/** What staff noted about a customer, oldest first. */
export async function listNotes(db: Db, userId: string): Promise<SupportNote[]> {
  const rows = await db
    .select({ note: supportNotes, firstName: users.firstName })
    .from(supportNotes)
    .innerJoin(users, eq(users.id, supportNotes.authorId))
    .where(eq(supportNotes.userId, userId))
    .orderBy(asc(supportNotes.createdAt), asc(supportNotes.id))
  return rows.map(({ note, firstName }) => presentNote(note, firstName))
}

/** @throws 404 'Customer not found' */
export async function writeNote(making: Change, staff: Staff, userId: string, text: string): Promise<SupportNote> {
  await refuseUnknown(making.tx, userId)
  const [row] = await making.tx.insert(supportNotes).values({ userId, authorId: staff.id, text }).returning()
  const note = presentNote(row!, staff.firstName)
  await recordNote(making, staff, userId, { after: { note: note._id } })
  making.tell('staff', { type: 'support.note', data: { note } })
  return note
}

/** @throws 404 when it is not there; 403 for a colleague's */
export async function deleteNote(making: Change, staff: Staff, userId: string, id: string) {
  const one = and(eq(supportNotes.id, id), eq(supportNotes.userId, userId))
  const [note] = await making.tx.select().from(supportNotes).where(one)
  if (!note) throw notFound('Note not found')
  if (note.authorId !== staff.id) throw new Refusal(403, 'not_yours', 'Only who wrote a note can delete it.')
  await making.tx.delete(supportNotes).where(one)
  await recordNote(making, staff, userId, { before: { note: id } })
  making.tell('staff', { type: 'support.note.removed', data: { _id: id, userId } })
}

/** Without its words: a deleted note is gone. */
const recordNote = (making: Change, staff: Staff, userId: string, what: { before?: object; after?: object }) =>
  recordAction(making, {
    actorId: staff.id,
    action: what.after ? 'support.note' : 'support.note.delete',
    subject: 'support',
    subjectId: userId,
    ...what,
  })

const presentNote = (row: typeof supportNotes.$inferSelect, firstName: string): SupportNote => ({
  _id: row.id,
  userId: row.userId,
  text: row.text,
  author: { _id: row.authorId, firstName },
  createdAt: row.createdAt.getTime(),
})
