import { and, asc, eq, sql } from 'drizzle-orm'
import { orders, paymentProofs } from '../../drizzle/schema.ts'
import type { Proof } from '../../shared/payments/proof-schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { idList, inIds, prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'

/** Without the picture. */
const columns = {
  id: paymentProofs.id,
  orderId: paymentProofs.orderId,
  width: paymentProofs.width,
  height: paymentProofs.height,
  size: paymentProofs.size,
  createdAt: paymentProofs.createdAt,
}
export type ProofRow = Pick<typeof paymentProofs.$inferSelect, keyof typeof columns>

const proofsOfOrder = prepared('order_proofs', (db) =>
  db
    .select(columns)
    .from(paymentProofs)
    .where(eq(paymentProofs.orderId, sql.placeholder('id')))
    .orderBy(asc(paymentProofs.createdAt), asc(paymentProofs.id)),
)
const proofsOfOrders = prepared('proofs_of_orders', (db) =>
  db
    .select(columns)
    .from(paymentProofs)
    .where(inIds(paymentProofs.orderId, 'ids'))
    .orderBy(asc(paymentProofs.createdAt), asc(paymentProofs.id)),
)

/** An order's pictures of its transfer, oldest first. */
export const readProofs = (db: Db | Tx, orderId: string) => proofsOfOrder(db, { id: orderId })

/** The same of several orders, with one query. */
export const readProofsOf = (db: Db | Tx, orderIds: string[]) => proofsOfOrders(db, { ids: idList(orderIds) })

export const presentProof = (row: ProofRow): Proof => ({
  _id: row.id,
  width: row.width,
  height: row.height,
  bytes: row.size,
  at: row.createdAt.getTime(),
})

/** The picture itself, for the order's owner and staff. @throws 404 for anyone else */
export async function readProofPicture(
  db: Db,
  viewer: { id: string; isAdmin: boolean },
  orderId: string,
  proofId: string,
): Promise<Buffer> {
  const [row] = await db
    .select({ bytes: paymentProofs.bytes })
    .from(paymentProofs)
    .innerJoin(orders, eq(orders.id, paymentProofs.orderId))
    .where(
      and(
        eq(paymentProofs.id, proofId),
        eq(orders.id, orderId),
        viewer.isAdmin ? undefined : eq(orders.userId, viewer.id),
      ),
    )
  if (!row) throw notFound('Picture not found')
  return row.bytes
}
