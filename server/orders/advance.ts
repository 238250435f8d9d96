import { and, desc, eq, sql } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { orderEvents, orders } from '../../drizzle/schema.ts'
import type { OrderEventType } from '../../shared/orders/schema.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { type OrderAction, move, transitionError } from '../../shared/orders/rules.ts'
import { notFound } from '../../shared/api-error.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import { forUpdate } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type OrderRow, presentForStaff, presentOrder } from './present.ts'
import type { EventRow, OrderDetails } from './read-details.ts'

/** Who acts on an order; the app itself (`store`) has no user id. */
export type Actor = { id: string; firstName: string; role: 'customer' | 'staff' } | { role: 'store' }

/**
 * Loads an order and locks it until the commit.
 * @param userId only finds this user's order
 * @throws 404 'Order not found'
 */
export async function loadOrder({ tx }: MutationContext, id: string, userId?: string): Promise<OrderRow> {
  const filter = userId === undefined ? eq(orders.id, id) : and(eq(orders.id, id), eq(orders.userId, userId))
  const [order] = await forUpdate(tx.select().from(orders).where(filter))
  if (!order) throw notFound('Order not found')
  return order
}

/**
 * Moves an order along the state machine of shared/orders/rules.ts and adds an entry to its history (docs/rules.md); one
 * coupon change, or request for a picture, after another replaces its entry.
 * @param columns other columns to update
 * @throws 409 naming the current state if the action isn't allowed from it, or another request changed it first
 */
export async function advance(
  ctx: MutationContext,
  order: OrderRow,
  action: OrderAction,
  { event, by, note = '' }: { event: OrderEventType; by: Actor; note?: string },
  columns: Partial<OrderRow> = {},
): Promise<OrderRow> {
  const next = move(order, action)
  const [moved] = await ctx.tx
    .update(orders)
    .set({ updatedAt: ctx.now, ...next, ...columns })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.paymentStatus, order.paymentStatus),
        eq(orders.orderStatus, order.orderStatus),
      ),
    )
    .returning()
  if (!moved) throw transitionError(order, action)
  await addToHistory(ctx, order.id, event, by, note)
  return moved
}

const newestEvent = prepared('newest_order_event', (db) =>
  db
    .select({ id: orderEvents.id, seq: orderEvents.seq, what: orderEvents.what })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, sql.placeholder('id')))
    .orderBy(desc(orderEvents.seq))
    .limit(1),
)
const insertEvents = preparedInsert('insert_order_event', orderEvents)

const repeatable: readonly OrderEventType[] = ['coupon', 'proof_requested']

/** Adds an entry to an order's history. */
export async function addToHistory(
  { tx, now }: MutationContext,
  orderId: string,
  event: OrderEventType,
  by: Actor,
  note: string,
) {
  const [newest] = await newestEvent(tx, { id: orderId })
  const row = newEvent(now, orderId, (newest?.seq ?? 0) + 1, event, by, note)
  // What can be repeated any number of times takes the place of the same entry right before it.
  if (newest?.what === event && repeatable.includes(event)) {
    const { id: _, seq: __, ...changed } = row
    await tx.update(orderEvents).set(changed).where(eq(orderEvents.id, newest.id))
  } else {
    await insertEvents(tx, [row])
  }
}

function newEvent(at: Date, orderId: string, seq: number, event: OrderEventType, by: Actor, note = ''): EventRow {
  const actor = by.role === 'store' ? { actorId: null, name: '' } : { actorId: by.id, name: by.firstName }
  return { id: newId(at.getTime()), orderId, seq, what: event, who: by.role, note, at, ...actor }
}

/** Writes the first entry of a new order's history. */
export async function beginHistory({ tx, now }: MutationContext, orderId: string, by: Actor): Promise<EventRow[]> {
  const rows = [newEvent(now, orderId, 1, 'created', by)]
  await insertEvents(tx, rows)
  return rows
}

/**
 * Publishes an order's change to its customer and to staff, and returns the order as staff see it.
 * @param details the order's lines and history, if they are known; otherwise they are read
 */
export async function publishOrder(
  { tx, publish }: MutationContext,
  row: OrderRow,
  change: OrderEventType,
  details?: OrderDetails,
): Promise<StaffOrder> {
  const order = await presentOrder(tx, row, details)
  const staffOrder = await presentForStaff(tx, row, order)
  publish(`user:${row.userId}`, { type: 'order.changed', data: { order, change } })
  publish('staff', { type: 'order.changed', data: { order: staffOrder, change } })
  return staffOrder
}
