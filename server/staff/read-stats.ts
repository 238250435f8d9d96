import { and, asc, count, eq, gte, inArray, isNotNull, lt, type SQL, sum } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { paymentStatuses } from '../../shared/orders.ts'
import { payable } from '../../shared/payment.ts'
import type { Stats } from '../../shared/staff.ts'
import { between, dayOf } from '../db/time-sql.ts'
import type { Db } from '../db/transactions.ts'

const dayInMs = 86_400_000
const cents = sum(orders.total).mapWith((n) => Number(n ?? 0))

/** The numbers of the last days, today included. */
export async function readStats(db: Db, days: number, now = new Date()): Promise<Stats> {
  const today = Math.floor(now.getTime() / dayInMs) * dayInMs
  const from = new Date(today - (days - 1) * dayInMs)
  const earlier = new Date(from.getTime() - days * dayInMs)
  const placed = await countPlaced(db, gte(orders.createdAt, from))
  const earned = await sumEarned(db, gte(orders.verifiedAt, from))
  const names = Array.from({ length: days }, (_, i) =>
    new Date(from.getTime() + i * dayInMs).toISOString().slice(0, 10),
  )
  return {
    days: names.map((day) => ({ day, ...foldBoth(placed, earned, (row) => row.day === day) })),
    methods: payable.map((method) => ({ method, ...foldBoth(placed, earned, (row) => row.method === method) })),
    states: Object.fromEntries(
      paymentStatuses.map((status) => [status, total(placed, 'orders', (row) => row.status === status)]),
    ) as Stats['states'],
    totals: foldBoth(placed, earned, () => true),
    before: foldBoth(
      await countPlaced(db, and(gte(orders.createdAt, earlier), lt(orders.createdAt, from))),
      await sumEarned(db, and(gte(orders.verifiedAt, earlier), lt(orders.verifiedAt, from))),
      () => true,
    ),
    ...(await readMedian(db, from)),
  }
}

const countPlaced = (db: Db, when: SQL | undefined) =>
  db
    .select({
      day: dayOf(orders.createdAt),
      method: orders.paymentMethod,
      status: orders.paymentStatus,
      orders: count(),
    })
    .from(orders)
    .where(when)
    .groupBy(dayOf(orders.createdAt), orders.paymentMethod, orders.paymentStatus)

/** What was refunded is no revenue. The methods are named so that the index by method and verification serves. */
const verifiedWhen = (when: SQL | undefined) => and(inArray(orders.paymentMethod, [...payable]), when)
const sumEarned = (db: Db, when: SQL | undefined) =>
  db
    .select({ day: dayOf(orders.verifiedAt), method: orders.paymentMethod, revenue: cents })
    .from(orders)
    .where(and(verifiedWhen(when), eq(orders.paymentStatus, 'verified')))
    .groupBy(dayOf(orders.verifiedAt), orders.paymentMethod)

async function readMedian(db: Db, from: Date) {
  const when = and(verifiedWhen(gte(orders.verifiedAt, from)), isNotNull(orders.paidAt))
  const verified = await db.$count(orders, when)
  if (verified === 0) return { medianToVerify: null, verified }
  const took = between(orders.paidAt, orders.verifiedAt)
  const [middle] = await db
    .select({ took })
    .from(orders)
    .where(when)
    .orderBy(asc(took))
    .limit(1)
    .offset(Math.floor((verified - 1) / 2))
  return { medianToVerify: Math.round(middle!.took), verified }
}

type Placed = Awaited<ReturnType<typeof countPlaced>>
type Earned = Awaited<ReturnType<typeof sumEarned>>
type Common = { day: string; method: string }

const foldBoth = (placed: Placed, earned: Earned, fits: (row: Common) => boolean) => ({
  orders: total(placed, 'orders', fits),
  revenue: total(earned, 'revenue', fits),
})

function total<K extends string, R extends Record<K, number>>(rows: R[], field: K, fits: (row: R) => boolean): number {
  return rows.reduce((sum, row) => (fits(row) ? sum + row[field] : sum), 0)
}
