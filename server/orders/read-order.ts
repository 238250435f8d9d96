import { and, asc, eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import type { Order, StaffOrder } from '../../shared/order-calls.ts'
import { notFound } from '../../shared/refusal.ts'
import { type Db, prepared } from '../db/transactions.ts'
import { presentForStaff, presentOrder } from './present.ts'

/** @throws 404 'Order not found', when it is a stranger's too */
export async function readOrder(db: Db, userId: string, id: string): Promise<Order> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)))
  if (!row) throw notFound('Order not found')
  return presentOrder(db, row)
}

/** @throws 404 'Order not found' */
export async function readOrderForStaff(db: Db, id: string): Promise<StaffOrder> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  if (!row) throw notFound('Order not found')
  return presentForStaff(db, row)
}

/** The ids of the payments that wait for a check, in the order in which they are checked. */
export async function readQueue(db: Db): Promise<string[]> {
  const rows = await waiting(db)
  return rows.map((row) => row.id)
}

const waiting = prepared('waiting_payments', (db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paymentStatus, 'paid'))
    .orderBy(asc(orders.paidAt), asc(orders.id)),
)
