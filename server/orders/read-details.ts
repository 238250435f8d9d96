import { asc, eq, sql } from 'drizzle-orm'
import { orderEvents, orderLines, type orders } from '../../drizzle/schema.ts'
import { idList, inIds, prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'
import {
  type PaymentRow,
  readLatePaymentsOf,
  readPayments,
  readPaymentsOf,
  readRequest,
  readRequests,
  type RequestRow,
} from '../ledger/present.ts'
import { type ProofRow, readProofs, readProofsOf } from './read-proofs.ts'
import { readRefundsOf, type RefundRow } from './read-refunds.ts'

export type LineRow = typeof orderLines.$inferSelect
export type EventRow = typeof orderEvents.$inferSelect
/** What belongs to an order: its lines, history, payment requests, payments, refunds and pictures. */
export type OrderDetails = {
  lines: LineRow[]
  history: EventRow[]
  request: RequestRow | null
  rest: RequestRow | null
  payments: PaymentRow[]
  /** What came too late for it, and has no order. */
  late: PaymentRow[]
  refunds: RefundRow[]
  proofs: ProofRow[]
}
type Row = Pick<typeof orders.$inferSelect, 'id' | 'requestId' | 'restRequestId' | 'paymentStatus' | 'refunded'>

const linesOf = prepared('order_lines', (db) =>
  db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, sql.placeholder('id')))
    .orderBy(asc(orderLines.position)),
)
const historyOf = prepared('order_history', (db) =>
  db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, sql.placeholder('id')))
    .orderBy(asc(orderEvents.seq)),
)
const linesOfOrders = prepared('lines_of_orders', (db) =>
  db.select().from(orderLines).where(inIds(orderLines.orderId, 'ids')).orderBy(asc(orderLines.position)),
)
const historyOfOrders = prepared('history_of_orders', (db) =>
  db.select().from(orderEvents).where(inIds(orderEvents.orderId, 'ids')).orderBy(asc(orderEvents.seq)),
)

export const readDetails = async (db: Db | Tx, row: Row): Promise<OrderDetails> => ({
  lines: await linesOf(db, row),
  history: await historyOf(db, row),
  request: await readRequest(db, row.requestId),
  rest: await readRequest(db, row.restRequestId),
  payments: await readPayments(db, row.id),
  late: await readLatePaymentsOf(db, closedOf([row])),
  refunds: await readRefundsOf(db, [row]),
  proofs: await readProofs(db, row.id),
})

/** The same of several orders, by order id, with one query each. */
export async function readDetailsOf(db: Db | Tx, rows: Row[]): Promise<Map<string, OrderDetails>> {
  const ids = rows.map(({ id }) => id)
  const requestIds = rows.flatMap(({ requestId, restRequestId }) => [requestId ?? [], restRequestId ?? []].flat())
  const [lines, history, requests, payments, late, refunds, proofs] = await Promise.all([
    groupByOrder(linesOfOrders(db, { ids: idList(ids) })),
    groupByOrder(historyOfOrders(db, { ids: idList(ids) })),
    readRequests(db, requestIds),
    groupByOrder(readPaymentsOf(db, ids)),
    groupByOrder(readLatePaymentsOf(db, closedOf(rows)), ({ lateOrderId }) => lateOrderId),
    groupByOrder(readRefundsOf(db, rows)),
    groupByOrder(readProofsOf(db, ids)),
  ])
  return new Map(
    rows.map(({ id, requestId, restRequestId }) => [
      id,
      {
        lines: lines.get(id) ?? [],
        history: history.get(id) ?? [],
        request: requests.get(requestId ?? '') ?? null,
        rest: requests.get(restRequestId ?? '') ?? null,
        payments: payments.get(id) ?? [],
        late: late.get(id) ?? [],
        refunds: refunds.get(id) ?? [],
        proofs: proofs.get(id) ?? [],
      },
    ]),
  )
}

const closedOf = (rows: Row[]) =>
  rows.flatMap(({ id, paymentStatus }) => (paymentStatus === 'cancelled' || paymentStatus === 'failed' ? id : []))

async function groupByOrder<T extends { orderId: string | null }>(
  rows: T[] | Promise<T[]>,
  orderOf: (row: T) => string | null = ({ orderId }) => orderId,
): Promise<Map<string, T[]>> {
  const groups = new Map<string, T[]>()
  for (const row of await rows) {
    const id = orderOf(row)!
    const group = groups.get(id)
    if (group) group.push(row)
    else groups.set(id, [row])
  }
  return groups
}
