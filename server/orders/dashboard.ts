import { and, count, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { hasOrderStatus, hasPaymentStatus } from '../../drizzle/conditions.ts'
import { items, orderEvents, orderLines, orders, users } from '../../drizzle/schema.ts'
import type { Dashboard, EndingLine } from '../../shared/activity/schema.ts'
import { addMonths } from '../../shared/orders/ends-at.ts'
import { prepared, typedPlaceholder } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import { unindexed } from '../db/unindexed.ts'
import { presentOrders } from './present.ts'

/** Statistics of a user's orders; only verified payments count as spent. All sums come from indexes. */
export async function readDashboard(db: Db, userId: string, now = new Date()): Promise<Dashboard> {
  const months = Array.from({ length: 13 }, (_, i) => startOfMonth(now, i - 11))
  const [[sums], [user], purchases, lines] = await Promise.all([
    sumsOf(db, { userId }),
    userOf(db, { userId, ...Object.fromEntries(months.map((month, i) => [`month${i}`, month])) }),
    purchasesOf(db, { userId }),
    linesOf(db, { userId }),
  ])
  const { listTotal, ...counts } = sums!
  const { points, ...spent } = user! as { points: number; [month: number]: number }
  return {
    stats: { ...counts, saved: listTotal - counts.spent, points },
    months: months.slice(0, 12).map((month, i) => ({ month: month.toISOString().slice(0, 7), spent: spent[i]! })),
    recentPurchases: await presentOrders(db, purchases),
    ending: endingOf(lines, now.getTime()),
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

/** The lines of the latest verified orders, newest first, with the time of their delivery. */
const linesOf = prepared('dashboard_lines', (db) =>
  db
    .select({
      _id: orderLines.id,
      item: orderLines.itemId,
      name: orderLines.name,
      logoLink: orderLines.logoLink,
      months: orderLines.months,
      deliveredAt: orderEvents.at,
      archivedAt: items.archivedAt,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(items, eq(items.id, orderLines.itemId))
    .leftJoin(orderEvents, and(eq(orderEvents.orderId, orders.id), eq(orderEvents.what, 'completed')))
    .where(and(ofUser, hasPaymentStatus(unindexed(orders.paymentStatus), 'verified')))
    .orderBy(desc(orders.createdAt))
    .limit(maxLines),
)
/** Keeps the dashboard of a customer with thousands of orders quick. */
const maxLines = 200

type PurchasedLine = Omit<EndingLine, 'endsAt' | 'isSold'> & {
  months: number
  deliveredAt: Date | null
  archivedAt: Date | null
}

const endingWindowMs = 30 * 24 * 60 * 60_000

/** What ends within 30 days, and is in the second half of its time, unless the same item was bought again. */
function endingOf(lines: PurchasedLine[], now: number): EndingLine[] {
  const withEnds = lines.map((line) => {
    const start = line.deliveredAt?.getTime()
    // What isn't delivered yet has all of its time left.
    return { ...line, start, endsAt: start === undefined ? Infinity : addMonths(start, line.months) }
  })
  const isEnding = ({ start, endsAt }: (typeof withEnds)[number]) =>
    start !== undefined && endsAt > now && endsAt - now <= Math.min(endingWindowMs, (endsAt - start) / 2)
  return withEnds
    .filter(isEnding)
    .filter(({ item, endsAt }) => withEnds.every((other) => other.item !== item || other.endsAt <= endsAt))
    .toSorted((a, b) => a.endsAt - b.endsAt)
    .map(({ _id, item, name, logoLink, endsAt, archivedAt }) => {
      return { _id, item, name, logoLink, endsAt, isSold: archivedAt === null }
    })
}

const startOfMonth = (now: Date, offset: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
