import { and, asc, eq } from 'drizzle-orm'
import { supportNotes, users, visitorNotes } from '../../drizzle/schema.ts'
import { notFound, ApiError } from '../../shared/api-error.ts'
import { isVisitorId } from '../../shared/support/rules.ts'
import type { SupportNote } from '../../shared/support/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { Db } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { assertCustomerExists } from './conversation.ts'

type Staff = { id: string; firstName: string }

/** The table with the notes on a customer, or on a visitor: both have the same columns. */
const notesAbout = (userId: string) =>
  isVisitorId(userId) ? (visitorNotes as unknown as typeof supportNotes) : supportNotes

/** The internal notes on a customer or visitor, oldest first. */
export async function listNotes(db: Db, userId: string): Promise<SupportNote[]> {
  const notes = notesAbout(userId)
  const rows = await db
    .select({ note: notes, firstName: users.firstName })
    .from(notes)
    .innerJoin(users, eq(users.id, notes.authorId))
    .where(eq(notes.userId, userId))
    .orderBy(asc(notes.createdAt), asc(notes.id))
  return rows.map(({ note, firstName }) => presentNote(note, firstName))
}

/** Adds an internal note on a customer. @throws 404 'Customer not found' */
export async function writeNote(
  ctx: MutationContext,
  staff: Staff,
  userId: string,
  text: string,
): Promise<SupportNote> {
  await assertCustomerExists(ctx.tx, userId)
  const [row] = await ctx.tx
    .insert(notesAbout(userId))
    .values({ userId, authorId: staff.id, text, createdAt: ctx.now })
    .returning()
  const note = presentNote(row!, staff.firstName)
  await auditNote(ctx, staff, userId, { after: { note: note._id } })
  ctx.publish('staff', { type: 'support.note', data: { note } })
  return note
}

/** @throws 404; 403 for a colleague's note */
export async function deleteNote(ctx: MutationContext, staff: Staff, userId: string, id: string) {
  const notes = notesAbout(userId)
  const isNote = and(eq(notes.id, id), eq(notes.userId, userId))
  const [note] = await ctx.tx.select().from(notes).where(isNote)
  if (!note) throw notFound('Note not found')
  if (note.authorId !== staff.id) throw new ApiError(403, 'not_yours', 'You can only delete your own notes.')
  // Of two requests that delete it at once, one finds nothing left to delete.
  const deleted = await ctx.tx.delete(notes).where(isNote).returning({ id: notes.id })
  if (deleted.length === 0) throw notFound('Note not found')
  await auditNote(ctx, staff, userId, { before: { note: id } })
  ctx.publish('staff', { type: 'support.note.removed', data: { _id: id, userId } })
}

/** Records only the note's id, so that the text of a deleted note is gone. */
const auditNote = (ctx: MutationContext, staff: Staff, userId: string, change: { before?: object; after?: object }) =>
  recordAction(ctx, {
    actorId: staff.id,
    action: change.after ? 'support.note' : 'support.note.delete',
    subject: 'support',
    subjectId: userId,
    ...change,
  })

const presentNote = (row: typeof supportNotes.$inferSelect, firstName: string): SupportNote => ({
  _id: row.id,
  userId: row.userId,
  text: row.text,
  author: { _id: row.authorId, firstName },
  createdAt: row.createdAt.getTime(),
})
