import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import type { PaymentStatus } from '../../shared/orders/schema.ts'
import { maxSameReferences, type SameReference } from '../../shared/orders/staff-schema.ts'
import type { Db, Tx } from '../db/transactions.ts'

type Row = Pick<typeof orders.$inferSelect, 'id' | 'referenceKey' | 'referenceReused'>
type Other = { id: string; key: string; status: PaymentStatus }

/** How many orders with one reference are read. */
const maxRead = 100

/** The condition for orders with this reference key, along their index. */
export const hasReferenceKey = (key: string) => and(eq(orders.referenceKey, key), isNotNull(orders.reference))

/** The other orders with the same reference, by order id, with one query for all rows; orders without any are left out. */
export async function readSameReferences(db: Db | Tx, rows: Row[]): Promise<Map<string, SameReference>> {
  const flagged = rows.filter((row) => row.referenceReused && row.referenceKey !== null)
  if (flagged.length === 0) return new Map()
  const same = await readByKeys(db, [...new Set(flagged.map((row) => row.referenceKey!))])
  return new Map(
    flagged.map(({ id, referenceKey }) => {
      const others = same.filter((other) => other.key === referenceKey && other.id !== id)
      return [
        id,
        { count: others.length, orders: others.toSorted(verifiedFirst).slice(0, maxSameReferences).map(present) },
      ]
    }),
  )
}

/** The oldest orders of each key. */
function readByKeys(db: Db | Tx, keys: string[]): PromiseLike<Other[]> {
  const selects = keys.map((key) => {
    const ofKey = db
      .select({ id: orders.id, key: orders.referenceKey, status: orders.paymentStatus })
      .from(orders)
      .where(hasReferenceKey(key))
      .orderBy(asc(orders.id))
      .limit(maxRead)
    return sql`select * from ${ofKey} as of_key`
  })
  return db
    .select({
      id: sql<string>`id`,
      key: sql<string>`reference_key`,
      status: sql<PaymentStatus>`payment_status`,
    })
    .from(sql`(${sql.join(selects, sql` union all `)}) as same`)
}

/** A transfer that has verified one order can't be this one's. */
const verifiedFirst = (a: Other, b: Other) => Number(wasVerified(b)) - Number(wasVerified(a))
const wasVerified = ({ status }: Other) => status === 'verified' || status === 'refunded'

const present = ({ id, status }: Other) => ({ _id: id, paymentStatus: status })
