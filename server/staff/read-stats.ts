import { and, count, desc, eq, gte, isNotNull, lt } from 'drizzle-orm'
import { orderDays, orders } from '../../drizzle/schema.ts'
import { paymentStatuses } from '../../shared/orders/schema.ts'
import { supportedPaymentMethods } from '../../shared/payments/schema.ts'
import type { Stats } from '../../shared/staff/schema.ts'
import { millisecondsBetween, utcDay } from '../db/sql-dates.ts'
import type { Db } from '../db/transactions.ts'

const dayMs = 86_400_000
/** The median is that of the latest verifications, up to this many. */
const maxChecks = 10_000

/** Orders and revenue of the last UTC days, today included, and their totals for as many days before. */
export async function readStats(db: Db, days: number, now = new Date()): Promise<Stats> {
  const today = Math.floor(now.getTime() / dayMs)
  const from = today - (days - 1)
  // Later days too: the clock of another process may be ahead at midnight.
  const rows = await readDays(db, from)
  const dayNumbers = Array.from({ length: days }, (_, i) => from + i)
  const sumWhere = (matches: (row: Row) => boolean) => sumRows(rows.filter(matches))
  const states = paymentStatuses.map((status) => [status, sumOf(rows.map((row) => row[status]))])
  return {
    days: dayNumbers.map((day) => ({ day: dateOf(day), ...sumWhere((row) => row.day === day) })),
    methods: supportedPaymentMethods.map((method) => ({ method, ...sumWhere((row) => row.paymentMethod === method) })),
    states: Object.fromEntries(states) as Stats['states'],
    totals: sumRows(rows),
    before: await readTotals(db, from - days, from),
    medianToVerify: await readMedian(db, from),
    verified: sumOf(rows.map((row) => row.checks)),
  }
}

type Row = typeof orderDays.$inferSelect & { pending: number }

/** The sums of the days from `from` to `to`, which is excluded; a day may have several rows. */
async function readDays(db: Db, from: number, to?: number): Promise<Row[]> {
  const until = to === undefined ? undefined : lt(orderDays.day, to)
  const settled = await db
    .select()
    .from(orderDays)
    .where(and(gte(orderDays.day, from), until))
  const placedUntil = to === undefined ? undefined : lt(orders.createdAt, new Date(to * dayMs))
  const day = utcDay(orders.createdAt)
  const pending = await db
    .select({ day, paymentMethod: orders.paymentMethod, pending: count() })
    .from(orders)
    .where(and(eq(orders.paymentStatus, 'pending'), gte(orders.createdAt, new Date(from * dayMs)), placedUntil))
    .groupBy(day, orders.paymentMethod)
  return [
    ...settled.map((row) => ({ ...row, pending: 0 })),
    ...pending.map((row) => ({ ...nothingSettled, ...row, day: Date.parse(row.day) / dayMs })),
  ]
}

const nothingSettled = { paid: 0, verified: 0, failed: 0, cancelled: 0, refunded: 0, revenue: 0, checks: 0 }

/** Refunded orders are no revenue. */
const sumRows = (rows: Row[]) => ({
  orders: sumOf(rows.flatMap((row) => paymentStatuses.map((status) => row[status]))),
  revenue: sumOf(rows.map((row) => row.revenue)),
})

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** The totals of some days, the last of which is excluded. */
async function readTotals(db: Db, from: number, to: number): Promise<Stats['before']> {
  const rows = await readDays(db, from, to)
  const verified = sumOf(rows.map((row) => row.checks))
  return { ...sumRows(rows), verified, medianToVerify: await readMedian(db, from, to) }
}

/**
 * The median time from marking as paid to verification, in milliseconds; null without any.
 * @param to a day that is excluded
 */
async function readMedian(db: Db, from: number, to?: number): Promise<number | null> {
  const durationMs = millisecondsBetween(orders.paidAt, orders.verifiedAt)
  const rows = await db
    .select({ durationMs })
    .from(orders)
    .where(
      and(
        gte(orders.verifiedAt, new Date(from * dayMs)),
        to === undefined ? undefined : lt(orders.verifiedAt, new Date(to * dayMs)),
        isNotNull(orders.verifiedAt),
        isNotNull(orders.paidAt),
      ),
    )
    .orderBy(desc(orders.verifiedAt))
    .limit(maxChecks)
  const sorted = rows.map((row) => row.durationMs).toSorted((a, b) => a - b)
  return sorted.length === 0 ? null : Math.round(sorted[Math.floor((sorted.length - 1) / 2)]!)
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
