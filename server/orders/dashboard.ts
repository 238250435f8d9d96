import { and, desc, eq, sql, sum } from 'drizzle-orm'
import { orderLines, orders, users } from '../../drizzle/schema.ts'
import type { Dashboard } from '../../shared/activity.ts'
import type { Db } from '../db/transactions.ts'
import { presentOrders } from './present.ts'

/** What a person's orders come to, counted from the orders themselves. */
export async function readDashboard(db: Db, userId: string, now = new Date()): Promise<Dashboard> {
  const rows = await db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.createdAt))
  const bought = rows.filter((order) => order.paymentStatus === 'verified')
  const [listed] = await db
    .select({
      total: sum(sql`coalesce(${orderLines.oldPrice}, ${orderLines.price}) * ${orderLines.quantity}`).mapWith((n) =>
        Number(n ?? 0),
      ),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.userId, userId), eq(orders.paymentStatus, 'verified')))
  const [user] = await db.select({ points: users.points }).from(users).where(eq(users.id, userId))
  const spent = bought.reduce((total, order) => total + order.total, 0)
  const perMonth = new Map(lastMonths(now).map((month) => [month, 0]))
  for (const order of bought) {
    const month = monthOf(order.verifiedAt!)
    if (perMonth.has(month)) perMonth.set(month, perMonth.get(month)! + order.total)
  }
  return {
    stats: {
      orders: rows.length,
      waiting: rows.filter((order) => order.paymentStatus === 'pending' || order.paymentStatus === 'paid').length,
      completed: bought.filter((order) => order.orderStatus === 'completed').length,
      spent,
      saved: listed!.total - spent,
      points: user!.points,
    },
    months: [...perMonth].map(([month, cents]) => ({ month, spent: cents })),
    recentPurchases: await presentOrders(db, bought.slice(0, 5)),
  }
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7)

const lastMonths = (now: Date) =>
  Array.from({ length: 12 }, (_, i) => monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + i, 1))))
