import { and, count, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { hasOrderStatus, hasPaymentStatus } from '../../drizzle/conditions.ts'
import { orders, users } from '../../drizzle/schema.ts'
import type { Dashboard } from '../../shared/activity/schema.ts'
import { prepared, typedPlaceholder } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import { unindexed } from '../db/unindexed.ts'
import { presentOrders } from './present.ts'

/** Statistics of a user's orders; only verified payments count as spent. All sums come from indexes. */
export async function readDashboard(db: Db, userId: string, now = new Date()): Promise<Dashboard> {
  const months = Array.from({ length: 13 }, (_, i) => startOfMonth(now, i - 11))
  const [[sums], [user], purchases] = await Promise.all([
    sumsOf(db, { userId }),
    userOf(db, { userId, ...Object.fromEntries(months.map((month, i) => [`month${i}`, month])) }),
    purchasesOf(db, { userId }),
  ])
  const { listTotal, ...counts } = sums!
  const { points, ...spent } = user! as { points: number; [month: number]: number }
  return {
    stats: { ...counts, saved: listTotal - counts.spent, points },
    months: months.slice(0, 12).map((month, i) => ({ month: month.toISOString().slice(0, 7), spent: spent[i]! })),
    recentPurchases: await presentOrders(db, purchases),
  }
}

const ofUser = eq(orders.userId, sql.placeholder('userId'))
const isVerified = hasPaymentStatus(orders.paymentStatus, 'verified')
const sumIf = (condition: SQL, value: SQLWrapper) => sumOf(sql`case when ${condition} then ${value} else 0 end`)
const sumOf = (value: SQLWrapper) => sql`coalesce(sum(${value}), 0)`.mapWith(Number)

/** One pass over the index of the user's orders. */
const sumsOf = prepared('dashboard_sums', (db) =>
  db
    .select({
      orders: count(),
      waiting: sumIf(inArray(orders.paymentStatus, ['pending', 'paid']), sql`1`),
      completed: sumIf(sql`${isVerified} and ${hasOrderStatus(orders.orderStatus, 'completed')}`, sql`1`),
      spent: sumIf(isVerified, orders.total),
      listTotal: sumIf(isVerified, orders.listTotal),
    })
    .from(orders)
    .where(ofUser),
)

/** The user's points, and as 0 to 11 what they spent in each of the last twelve months, by verification. */
const userOf = prepared('dashboard_user', (db) => {
  const month = (i: number) => typedPlaceholder(`month${i}`, orders.verifiedAt)
  const spentIn = (i: number) =>
    db
      .select({ spent: sumOf(orders.total) })
      .from(orders)
      .where(and(ofUser, isVerified, gte(orders.verifiedAt, month(i)), lt(orders.verifiedAt, month(i + 1))))
  const columns = Array.from({ length: 12 }, (_, i) => [i, sql`(${spentIn(i)})`.mapWith(Number)] as const)
  return db
    .select({ points: users.points, ...Object.fromEntries(columns) })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
})

/** The five latest verified orders. */
const purchasesOf = prepared('dashboard_purchases', (db) =>
  db
    .select()
    .from(orders)
    .where(and(ofUser, hasPaymentStatus(unindexed(orders.paymentStatus), 'verified')))
    .orderBy(desc(orders.createdAt))
    .limit(5),
)

const startOfMonth = (now: Date, offset: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
