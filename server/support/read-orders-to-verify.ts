import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { orders, paymentRequests } from '../../drizzle/schema.ts'
import { dueOf } from '../../shared/payments/due.ts'
import type { OrderToVerify } from '../../shared/support/staff-schema.ts'
import { idList, inIds, prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { presentRequest } from '../ledger/present.ts'

// `alias` of sqlite-core works for both dialects.
const rests = alias(paymentRequests, 'rests')

/** Not a plain comparison: SQLite would read everyone's paid orders along their index, not these customers' orders. */
const isPaid = sql`${orders.paymentStatus} || '' = 'paid'`

const selectPaid = prepared('orders_to_verify_of_customers', (db) =>
  db
    .select({
      id: orders.id,
      userId: orders.userId,
      paymentMethod: orders.paymentMethod,
      total: orders.total,
      paidAt: orders.paidAt,
      createdAt: orders.createdAt,
      request: paymentRequests,
      rest: rests,
    })
    .from(orders)
    .leftJoin(paymentRequests, eq(paymentRequests.id, orders.requestId))
    .leftJoin(rests, eq(rests.id, orders.restRequestId))
    .where(and(inIds(orders.userId, 'ids'), isPaid)),
)
type PaidRow = Awaited<ReturnType<typeof selectPaid>>[number]

/** The orders of these customers that are paid and wait for verification, oldest payment first, with one query. */
export async function readOrdersToVerify(db: Db | Tx, userIds: string[]): Promise<Map<string, OrderToVerify[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await selectPaid(db, { ids: idList(userIds) })
  const byUser = new Map<string, OrderToVerify[]>()
  for (const row of rows) byUser.set(row.userId, [...(byUser.get(row.userId) ?? []), present(row)])
  return new Map(Array.from(byUser, ([id, paid]) => [id, paid.toSorted((a, b) => a.paidAt - b.paidAt)]))
}

function present({ id, paymentMethod, total, paidAt, createdAt, request, rest }: PaidRow): OrderToVerify {
  const requests = { request: request && presentRequest(request), rest: rest && presentRequest(rest) }
  return { _id: id, due: dueOf({ paymentMethod, total, ...requests }), paidAt: (paidAt ?? createdAt).getTime() }
}
