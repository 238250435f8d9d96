import { and, desc, eq, sql, sum } from 'drizzle-orm'
import { orderLines, orders, users } from '../../drizzle/schema.ts'
import type { Dashboard } from '../../shared/activity/schema.ts'
import type { Db } from '../db/transactions.ts'
import { presentOrders } from './present.ts'

/** Statistics of a user's orders; only verified payments count as spent. */
export async function readDashboard(db: Db, userId: string, now = new Date()): Promise<Dashboard> {
  const rows = await db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.createdAt))
  const verified = rows.filter((order) => order.paymentStatus === 'verified')
  const [listPrices] = await db
    .select({
      total: sum(sql`coalesce(${orderLines.oldPrice}, ${orderLines.price}) * ${orderLines.quantity}`).mapWith((n) =>
        Number(n ?? 0),
      ),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.userId, userId), eq(orders.paymentStatus, 'verified')))
  const [user] = await db.select({ points: users.points }).from(users).where(eq(users.id, userId))
  const spent = verified.reduce((total, order) => total + order.total, 0)
  const spentByMonth = new Map(lastMonths(now).map((month) => [month, 0]))
  for (const order of verified) {
    const month = monthOf(order.verifiedAt!)
    if (spentByMonth.has(month)) spentByMonth.set(month, spentByMonth.get(month)! + order.total)
  }
  return {
    stats: {
      orders: rows.length,
      waiting: rows.filter((order) => order.paymentStatus === 'pending' || order.paymentStatus === 'paid').length,
      completed: verified.filter((order) => order.orderStatus === 'completed').length,
      spent,
      saved: listPrices!.total - spent,
      points: user!.points,
    },
    months: [...spentByMonth].map(([month, cents]) => ({ month, spent: cents })),
    recentPurchases: await presentOrders(db, verified.slice(0, 5)),
  }
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7)

const lastMonths = (now: Date) =>
  Array.from({ length: 12 }, (_, i) => monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + i, 1))))
