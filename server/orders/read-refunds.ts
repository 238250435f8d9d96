import { asc } from 'drizzle-orm'
import { refunds } from '../../drizzle/schema.ts'
import type { OrderRefund } from '../../shared/orders/schema.ts'
import { idList, inIds, prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'

export type RefundRow = typeof refunds.$inferSelect

const refundsOfOrders = prepared('refunds_of_orders', (db) =>
  db.select().from(refunds).where(inIds(refunds.orderId, 'ids')).orderBy(asc(refunds.createdAt), asc(refunds.id)),
)

/** What was sent back of those orders that something was sent back of, oldest first, with one query. */
export function readRefundsOf(
  db: Db | Tx,
  orders: { id: string; refunded: number }[],
): RefundRow[] | Promise<RefundRow[]> {
  const ids = orders.flatMap(({ id, refunded }) => (refunded > 0 ? id : []))
  return ids.length === 0 ? [] : refundsOfOrders(db, { ids: idList(ids) })
}

/** Without the reason, which is in the order's history. */
export const presentRefund = ({ id, cents, reference, createdAt }: RefundRow): OrderRefund => ({
  _id: id,
  amount: cents,
  reference,
  at: createdAt.getTime(),
})
