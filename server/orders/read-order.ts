import { and, asc, eq } from 'drizzle-orm'
import { hasPaymentStatus } from '../../drizzle/conditions.ts'
import { orders } from '../../drizzle/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import { presentForStaff, presentOrder } from './present.ts'

/** Reads one of a user's own orders. @throws 404 'Order not found' */
export async function readOrder(db: Db, userId: string, id: string): Promise<Order> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)))
  if (!row) throw notFound('Order not found')
  return presentOrder(db, row)
}

/** Reads any order as staff see it. @throws 404 'Order not found' */
export async function readOrderForStaff(db: Db, id: string): Promise<StaffOrder> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  if (!row) throw notFound('Order not found')
  return presentForStaff(db, row)
}

/** Ids of the orders whose payments await verification, oldest payment first. */
export async function readQueue(db: Db): Promise<string[]> {
  const rows = await paidOrders(db)
  return rows.map((row) => row.id)
}

const paidOrders = prepared('paid_orders', (db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(hasPaymentStatus(orders.paymentStatus, 'paid'))
    .orderBy(asc(orders.paidAt), asc(orders.id)),
)
