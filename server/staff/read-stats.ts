import { and, asc, count, eq, gte, inArray, isNotNull, lt, type SQL, sum } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { type PaymentStatus, paymentStatuses } from '../../shared/orders/schema.ts'
import { supportedPaymentMethods } from '../../shared/payments/schema.ts'
import type { Stats } from '../../shared/staff/schema.ts'
import { millisecondsBetween, utcDay } from '../db/sql-dates.ts'
import type { Db } from '../db/transactions.ts'

const dayMs = 86_400_000

/** Orders and revenue of the last UTC days, today included, and their totals for as many days before. */
export async function readStats(db: Db, days: number, now = new Date()): Promise<Stats> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const from = new Date(today - (days - 1) * dayMs)
  const previousFrom = new Date(from.getTime() - days * dayMs)
  const counts = await countOrders(db, gte(orders.createdAt, from))
  const revenues = await sumRevenue(db, gte(orders.verifiedAt, from))
  const dates = Array.from({ length: days }, (_, i) => new Date(from.getTime() + i * dayMs).toISOString().slice(0, 10))
  const sumWhere = (matches: (row: Group) => boolean) => ({
    orders: sumOf(counts.filter(matches).map((row) => row.orders)),
    revenue: sumOf(revenues.filter(matches).map((row) => row.revenue)),
  })
  return {
    days: dates.map((day) => ({ day, ...sumWhere((row) => row.day === day) })),
    methods: supportedPaymentMethods.map((method) => ({ method, ...sumWhere((row) => row.method === method) })),
    states: countByStatus(counts),
    totals: sumWhere(() => true),
    before: await readTotals(db, previousFrom, from),
    ...(await readMedian(db, from)),
  }
}

type Group = { day: string; method: string }

const countOrders = (db: Db, where: SQL | undefined) =>
  db
    .select({
      day: utcDay(orders.createdAt),
      method: orders.paymentMethod,
      status: orders.paymentStatus,
      orders: count(),
    })
    .from(orders)
    .where(where)
    .groupBy(utcDay(orders.createdAt), orders.paymentMethod, orders.paymentStatus)

/** Refunded orders are no revenue. */
const sumRevenue = (db: Db, where: SQL | undefined) =>
  db
    .select({ day: utcDay(orders.verifiedAt), method: orders.paymentMethod, revenue: revenueCents })
    .from(orders)
    .where(and(hasSupportedMethod, where, eq(orders.paymentStatus, 'verified')))
    .groupBy(utcDay(orders.verifiedAt), orders.paymentMethod)

const revenueCents = sum(orders.total).mapWith((total) => Number(total ?? 0))

/** True for every verified order; names the methods so that the index on method and verification time is used. */
const hasSupportedMethod = inArray(orders.paymentMethod, [...supportedPaymentMethods])

function countByStatus(counts: { status: PaymentStatus; orders: number }[]): Stats['states'] {
  const countOf = (status: PaymentStatus) =>
    sumOf(counts.filter((row) => row.status === status).map((row) => row.orders))
  return Object.fromEntries(paymentStatuses.map((status) => [status, countOf(status)])) as Stats['states']
}

async function readTotals(db: Db, from: Date, to: Date): Promise<Stats['before']> {
  const counts = await countOrders(db, and(gte(orders.createdAt, from), lt(orders.createdAt, to)))
  const revenues = await sumRevenue(db, and(gte(orders.verifiedAt, from), lt(orders.verifiedAt, to)))
  return {
    orders: sumOf(counts.map((row) => row.orders)),
    revenue: sumOf(revenues.map((row) => row.revenue)),
  }
}

/** The median time from marking as paid to verification. */
async function readMedian(db: Db, from: Date): Promise<Pick<Stats, 'medianToVerify' | 'verified'>> {
  const where = and(hasSupportedMethod, gte(orders.verifiedAt, from), isNotNull(orders.paidAt))
  const verified = await db.$count(orders, where)
  if (verified === 0) return { medianToVerify: null, verified }
  const durationMs = millisecondsBetween(orders.paidAt, orders.verifiedAt)
  const [median] = await db
    .select({ durationMs })
    .from(orders)
    .where(where)
    .orderBy(asc(durationMs))
    .limit(1)
    .offset(Math.floor((verified - 1) / 2))
  return { medianToVerify: Math.round(median!.durationMs), verified }
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
