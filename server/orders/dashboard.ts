import { and, count, desc, eq, gte, lt, type SQLWrapper, sql } from 'drizzle-orm'
import { hasPaymentStatus } from '../../drizzle/conditions.ts'
import { orders, users } from '../../drizzle/schema.ts'
import type { Dashboard } from '../../shared/activity/schema.ts'
import type { Db } from '../db/transactions.ts'
import { presentOrders } from './present.ts'

/** Statistics of a user's orders; only verified payments count as spent. All sums come from indexes. */
export async function readDashboard(db: Db, userId: string, now = new Date()): Promise<Dashboard> {
  const sums = await sumByPaymentStatus(db, userId)
  const verified = sums.find(({ status }) => status === 'verified')
  const spent = verified?.total ?? 0
  const [user] = await db.select({ points: users.points }).from(users).where(eq(users.id, userId))
  return {
    stats: {
      orders: sums.reduce((all, one) => all + one.orders, 0),
      waiting: sums.reduce((all, { status, orders }) => all + (isWaiting(status) ? orders : 0), 0),
      completed: verified?.completed ?? 0,
      spent,
      saved: (verified?.listTotal ?? 0) - spent,
      points: user!.points,
    },
    months: await readMonths(db, userId, now),
    recentPurchases: await readPurchases(db, userId),
  }
}

const isWaiting = (status: string) => status === 'pending' || status === 'paid'

const sumByPaymentStatus = (db: Db, userId: string) =>
  db
    .select({
      status: orders.paymentStatus,
      orders: count(),
      completed: sumOf(sql`case when ${orders.orderStatus} = 'completed' then 1 else 0 end`),
      total: sumOf(orders.total),
      listTotal: sumOf(orders.listTotal),
    })
    .from(orders)
    .where(eq(orders.userId, userId))
    .groupBy(orders.paymentStatus)

const sumOf = (value: SQLWrapper) => sql`coalesce(sum(${value}), 0)`.mapWith(Number)

/** What was spent in each of the last twelve months, by verification. */
async function readMonths(db: Db, userId: string, now: Date): Promise<Dashboard['months']> {
  const months = Array.from({ length: 12 }, (_, i) => startOfMonth(now, i - 11))
  const spentBetween = (from: Date, to: Date) =>
    db
      .select({ spent: sumOf(orders.total) })
      .from(orders)
      .where(
        and(
          eq(orders.userId, userId),
          hasPaymentStatus(orders.paymentStatus, 'verified'),
          gte(orders.verifiedAt, from),
          lt(orders.verifiedAt, to),
        ),
      )
  const rows = await Promise.all(months.map((from, i) => spentBetween(from, months[i + 1] ?? startOfMonth(now, 1))))
  return months.map((from, i) => ({ month: from.toISOString().slice(0, 7), spent: rows[i]![0]!.spent }))
}

const startOfMonth = (now: Date, offset: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))

/** The five latest verified orders. */
async function readPurchases(db: Db, userId: string) {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.paymentStatus, 'verified')))
    .orderBy(desc(orders.createdAt))
    .limit(5)
  return presentOrders(db, rows)
}
