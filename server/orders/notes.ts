import { and, asc, eq } from 'drizzle-orm'
import { orderNotes, orders, users } from '../../drizzle/schema.ts'
import { ApiError, notFound } from '../../shared/api-error.ts'
import type { OrderNote } from '../../shared/orders/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { Db } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

type Staff = { id: string; firstName: string; lastName: string }

/** Staff's internal notes on an order, oldest first. @throws 404 'Order not found' */
export async function listNotes(db: Db, orderId: string): Promise<OrderNote[]> {
  await assertOrderExists(db, orderId)
  const rows = await db
    .select({
      _id: orderNotes.id,
      order: orderNotes.orderId,
      text: orderNotes.text,
      createdAt: orderNotes.createdAt,
      author: { _id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(orderNotes)
    .innerJoin(users, eq(users.id, orderNotes.authorId))
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.createdAt), asc(orderNotes.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }))
}

/** Adds an internal note, published to staff only. @throws 404 'Order not found' */
export async function addNote(ctx: MutationContext, staff: Staff, orderId: string, text: string): Promise<OrderNote> {
  const { tx, publish } = ctx
  await assertOrderExists(tx, orderId)
  const [row] = await tx
    .insert(orderNotes)
    .values({ orderId, authorId: staff.id, text, createdAt: ctx.now })
    .returning()
  const note: OrderNote = {
    _id: row!.id,
    order: orderId,
    author: { _id: staff.id, firstName: staff.firstName, lastName: staff.lastName },
    text,
    createdAt: row!.createdAt.getTime(),
  }
  publish('staff', { type: 'order.note', data: { note } })
  await auditNote(ctx, staff, orderId, { after: { note: note._id } })
  return note
}

/** Deletes one's own note. @throws 404; 403 for a colleague's note */
export async function deleteNote(ctx: MutationContext, staff: Staff, orderId: string, noteId: string) {
  const { tx, publish } = ctx
  const isNote = and(eq(orderNotes.id, noteId), eq(orderNotes.orderId, orderId))
  const [note] = await tx.select({ authorId: orderNotes.authorId }).from(orderNotes).where(isNote)
  if (!note) throw notFound('Note not found')
  if (note.authorId !== staff.id) throw new ApiError(403, 'not_yours', 'You can only delete your own notes.')
  // Of two requests that delete it at once, one finds nothing left to delete.
  const deleted = await tx.delete(orderNotes).where(isNote).returning({ id: orderNotes.id })
  if (deleted.length === 0) throw notFound('Note not found')
  publish('staff', { type: 'order.note.removed', data: { _id: noteId, order: orderId } })
  await auditNote(ctx, staff, orderId, { before: { note: noteId } })
}

/** Records the note's id, not its text: a deleted note leaves nothing to read. */
const auditNote = (
  ctx: MutationContext,
  { id: actorId }: Staff,
  orderId: string,
  change: { before?: object; after?: object },
) =>
  recordAction(ctx, {
    actorId,
    action: change.after ? 'order.note' : 'order.note.delete',
    subject: 'order',
    subjectId: orderId,
    ...change,
  })

async function assertOrderExists(db: Pick<Db, 'select'>, orderId: string) {
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  if (!order) throw notFound('Order not found')
}
