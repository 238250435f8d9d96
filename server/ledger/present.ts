import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { paymentRequests, payments } from '../../drizzle/schema.ts'
import { formatUnits } from '../../shared/payments/amounts.ts'
import type { OrderPayment, RequestSummary } from '../../shared/payments/ledger-schema.ts'
import { idList, inIds, prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'

export type RequestRow = typeof paymentRequests.$inferSelect
export type PaymentRow = typeof payments.$inferSelect

const requestById = prepared('payment_request', (db) =>
  db
    .select()
    .from(paymentRequests)
    .where(eq(paymentRequests.id, sql.placeholder('id'))),
)
const paymentsOfOrder = prepared('order_payments', (db) =>
  db
    .select()
    .from(payments)
    .where(and(isNotNull(payments.orderId), eq(payments.orderId, sql.placeholder('id'))))
    .orderBy(asc(payments.matchedAt), asc(payments.id)),
)
const requestsById = prepared('payment_requests', (db) =>
  db.select().from(paymentRequests).where(inIds(paymentRequests.id, 'ids')),
)
const paymentsOfOrders = prepared('payments_of_orders', (db) =>
  db
    .select()
    .from(payments)
    .where(and(isNotNull(payments.orderId), inIds(payments.orderId, 'ids')))
    .orderBy(asc(payments.matchedAt), asc(payments.id)),
)
const latePaymentsOfOrders = prepared('late_payments_of_orders', (db) =>
  db
    .select()
    .from(payments)
    .where(and(isNull(payments.orderId), isNotNull(payments.lateOrderId), inIds(payments.lateOrderId, 'ids')))
    .orderBy(asc(payments.id)),
)

/** The request that an order's customer chose last. */
export async function readRequest(db: Db | Tx, id: string | null): Promise<RequestRow | null> {
  if (id === null) return null
  const [row] = await requestById(db, { id })
  return row ?? null
}

/** An order's payments in the order in which they were matched. */
export const readPayments = (db: Db | Tx, orderId: string) => paymentsOfOrder(db, { id: orderId })

/** The requests with these ids, with one query. */
export async function readRequests(db: Db | Tx, ids: string[]): Promise<Map<string, RequestRow>> {
  if (ids.length === 0) return new Map()
  const rows = await requestsById(db, { ids: idList(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The payments of several orders in the order in which they were matched, with one query. */
export const readPaymentsOf = (db: Db | Tx, orderIds: string[]) => paymentsOfOrders(db, { ids: idList(orderIds) })

/** The payments without an order that came too late for these closed orders, with one query. */
export const readLatePaymentsOf = (db: Db | Tx, orderIds: string[]): PaymentRow[] | Promise<PaymentRow[]> =>
  orderIds.length === 0 ? [] : latePaymentsOfOrders(db, { ids: idList(orderIds) })

/** What was asked, without where to send it: events and lists carry no account numbers or addresses. */
export const presentRequest = (row: RequestRow): RequestSummary => ({
  method: row.method,
  network: row.network,
  token: row.token,
  currency: row.currency,
  amount: formatUnits(row.amount, row.decimals),
  rate: row.rate,
  at: row.createdAt.getTime(),
})

export const presentOrderPayment = (row: PaymentRow): OrderPayment => ({
  _id: row.id,
  source: row.source,
  currency: row.currency,
  amount: formatUnits(row.amount, row.decimals),
  counted: row.cents,
  state: row.state,
  at: row.happenedAt.getTime(),
})
