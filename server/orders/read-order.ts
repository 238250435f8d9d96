import { and, asc, count, eq, sql } from 'drizzle-orm'
import { hasPaymentStatus } from '../../drizzle/conditions.ts'
import { orders } from '../../drizzle/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { PaymentRequest } from '../../shared/payments/ledger-schema.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import { readRequest } from '../ledger/present.ts'
import { presentForStaff, presentOrder } from './present.ts'
import { presentFullRequest } from './request-payment.ts'

/** Reads one of a user's own orders, with where its money goes. @throws 404 'Order not found' */
export async function readOrder(
  db: Db,
  userId: string,
  id: string,
): Promise<Order & { request: PaymentRequest | null }> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)))
  if (!row) throw notFound('Order not found')
  const request = await readRequest(db, row.requestId)
  return { ...(await presentOrder(db, row)), request: request && presentFullRequest(row, request) }
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

/** How many payments are checked before that of a paid order. */
export async function readQueuePosition(db: Db, id: string): Promise<number> {
  const [row] = await paidOrdersBefore(db, { id })
  return row!.ahead
}

const paidOrdersBefore = prepared('paid_orders_before', (db) => {
  const own = db
    .select({ paidAt: orders.paidAt, id: orders.id })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
  return db
    .select({ ahead: count() })
    .from(orders)
    .where(and(hasPaymentStatus(orders.paymentStatus, 'paid'), sql`(${orders.paidAt}, ${orders.id}) < (${own})`))
})
