import { and, asc, eq } from 'drizzle-orm'
import { orderNotes, orders, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import type { OrderNote } from '../../shared/staff.ts'
import { recordAction } from '../activity/audit.ts'
import type { Db } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'

type Staff = { id: string; firstName: string; lastName: string }

/** What staff wrote to each other about an order, oldest first. @throws 404 'Order not found' */
export async function listNotes(db: Db, orderId: string): Promise<OrderNote[]> {
  await find(db, orderId)
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

/** No customer is told of it. @throws 404 'Order not found' */
export async function addNote(making: Change, staff: Staff, orderId: string, text: string): Promise<OrderNote> {
  const { tx, tell } = making
  await find(tx, orderId)
  const [row] = await tx.insert(orderNotes).values({ orderId, authorId: staff.id, text }).returning()
  const note: OrderNote = {
    _id: row!.id,
    order: orderId,
    author: { _id: staff.id, firstName: staff.firstName, lastName: staff.lastName },
    text,
    createdAt: row!.createdAt.getTime(),
  }
  tell('staff', { type: 'order.note', data: { note } })
  await auditNote(making, staff, orderId, { after: { note: note._id } })
  return note
}

/** @throws 404 when it is not this person's note on this order */
export async function deleteNote(making: Change, staff: Staff, orderId: string, noteId: string) {
  const { tx, tell } = making
  const [row] = await tx
    .delete(orderNotes)
    .where(and(eq(orderNotes.id, noteId), eq(orderNotes.orderId, orderId), eq(orderNotes.authorId, staff.id)))
    .returning({ id: orderNotes.id })
  if (!row) throw notFound('Note not found')
  tell('staff', { type: 'order.note.removed', data: { _id: noteId, order: orderId } })
  await auditNote(making, staff, orderId, { before: { note: noteId } })
}

/** Without its words: a deleted note is gone. */
const auditNote = (
  making: Change,
  { id: actorId }: Staff,
  orderId: string,
  what: { before?: object; after?: object },
) =>
  recordAction(making, {
    actorId,
    action: what.after ? 'order.note' : 'order.note.delete',
    subject: 'order',
    subjectId: orderId,
    ...what,
  })

async function find(db: Pick<Db, 'select'>, orderId: string) {
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  if (!order) throw notFound('Order not found')
}
