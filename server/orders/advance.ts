import { and, eq, max, sql } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { orderEvents, orders } from '../../drizzle/schema.ts'
import type { Change as What, StaffOrder } from '../../shared/order-calls.ts'
import { type Action, move, notAllowed } from '../../shared/orders.ts'
import { notFound } from '../../shared/refusal.ts'
import { locking, prepared, preparedInsert } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { type EventRow, type Known, type OrderRow, presentForStaff, presentOrder } from './present.ts'

/** Who does something to an order; the store itself has no id. */
export type Actor = { id: string; firstName: string; as: 'customer' | 'staff' } | { as: 'store' }

/** The order, locked until the commit; a stranger's is not there. @throws 404 'Order not found' */
export async function loadOrder({ tx }: Change, id: string, userId?: string): Promise<OrderRow> {
  const owned = userId === undefined ? eq(orders.id, id) : and(eq(orders.id, id), eq(orders.userId, userId))
  const [order] = await locking(tx.select().from(orders).where(owned))
  if (!order) throw notFound('Order not found')
  return order
}

/**
 * Moves an order along the table of shared/orders.ts, and writes that in its history.
 * @throws 409 naming the present state, when it is not allowed from there or somebody else was first
 */
export async function advance(
  making: Change,
  order: OrderRow,
  action: Action,
  { what, by, note = '' }: { what: What; by: Actor; note?: string },
  set: Partial<OrderRow> = {},
): Promise<OrderRow> {
  const next = move(order, action)
  const [moved] = await making.tx
    .update(orders)
    .set({ ...next, ...set, updatedAt: new Date() })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.paymentStatus, order.paymentStatus),
        eq(orders.orderStatus, order.orderStatus),
      ),
    )
    .returning()
  if (!moved) throw notAllowed(order, action)
  await addToHistory(making, order.id, what, by, note)
  return moved
}

const lastSeq = prepared('last_order_event', (db) =>
  db
    .select({ seq: max(orderEvents.seq) })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, sql.placeholder('id'))),
)
const insertEvents = preparedInsert('insert_order_event', orderEvents)

async function addToHistory({ tx }: Change, orderId: string, what: What, by: Actor, note: string) {
  const [last] = await lastSeq(tx, { id: orderId })
  await insertEvents(tx, [eventRow(orderId, (last?.seq ?? 0) + 1, what, by, note)])
}

function eventRow(orderId: string, seq: number, what: What, by: Actor, note = ''): EventRow {
  const at = new Date()
  const actor = by.as === 'store' ? { actorId: null, name: '' } : { actorId: by.id, name: by.firstName }
  return { id: newId(at.getTime()), orderId, seq, what, who: by.as, note, at, ...actor }
}

/** The history of an order begins. */
export async function beginHistory({ tx }: Change, orderId: string, by: Actor): Promise<EventRow[]> {
  const rows = [eventRow(orderId, 1, 'created', by)]
  await insertEvents(tx, rows)
  return rows
}

/**
 * Tells the customer and staff what became of an order, and returns it as staff see it.
 * @param known its lines and history, where they are at hand
 */
export async function tellOrder({ tx, tell }: Change, row: OrderRow, what: What, known?: Known): Promise<StaffOrder> {
  const order = await presentOrder(tx, row, known)
  const staffOrder = await presentForStaff(tx, row, order)
  tell(`user:${row.userId}`, { type: 'order.changed', data: { order, change: what } })
  tell('staff', { type: 'order.changed', data: { order: staffOrder, change: what } })
  return staffOrder
}
