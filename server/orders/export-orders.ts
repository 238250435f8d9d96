import { and, asc, gte, inArray, lt, eq, sql, type SQL } from 'drizzle-orm'
import { orderEvents, orderLines, orders, users } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { wholeRupees } from '../../shared/money.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import { afterPlace, createdPlace, orderBy } from '../db/page.ts'
import { filterColumn } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import { csvLine } from '../csv.ts'
import { newest, type StaffFilter, staffOrderFilter } from './list-orders.ts'

/** The largest number of orders in one file. */
const maxOrders = 10_000
/** Orders are read in batches, so that other requests are served in between. */
const batchSize = 500

const header = [
  'Order',
  'Placed',
  'Payment status',
  'Order status',
  'Payment method',
  'Reference',
  'Subtotal (USD)',
  'Discount (USD)',
  'Coupon',
  'Total (USD)',
  'Amount due',
  'Currency',
  'Paid',
  'Verified',
  'Verified by',
  'Rejected',
  'Rejected by',
  'Refunded',
  'Refunded by',
  'Reason',
  'Customer',
  'Email',
  'Items',
  'Id',
]

/** The first and last day on which the orders were placed (`2026-01-31`, in UTC). */
type Days = { from?: string | undefined; to?: string | undefined }

/**
 * Exports the orders that match a filter as a CSV file, newest first.
 * @returns `truncated`: there are more orders than fit in a file
 * @throws 422 when the first day is after the last
 */
export async function exportOrders(db: Db, { from, to, ...fields }: StaffFilter & Days, now = new Date()) {
  if (from && to && from > to) throw unprocessable('days_reversed', 'The first day is after the last day.')
  const filter = await staffOrderFilter(db, fields)
  const placedAt = filterColumn(filter.found, orders.createdAt)
  const time = (at: Date) => sql.param(at, orders.createdAt)
  const where = and(
    filter.where,
    from ? gte(placedAt, time(new Date(from))) : undefined,
    to ? lt(placedAt, time(dayAfter(to))) : undefined,
  )
  // Without the byte order mark, spreadsheets read the file as Latin-1.
  const lines = [`\uFEFF${csvLine(header)}`]
  let last: Row | undefined
  do {
    // One more than fits, to see whether there is one.
    const rows = await readBatch(db, where, last, Math.min(batchSize, maxOrders - lines.length + 2))
    const items = await readItems(db, rows)
    const decisions = await readDecisions(db, rows)
    for (const row of rows) {
      lines.push(csvLine(cellsOf(row, items.get(row.order.id) ?? [], decisions.get(row.order.id) ?? [])))
    }
    last = rows.length === batchSize ? rows.at(-1) : undefined
  } while (last && lines.length <= maxOrders)
  const days = from || to ? [from ?? 'until', to ?? 'on'].join('-') : now.toISOString().slice(0, 10)
  return {
    name: `kade-orders-${days}.csv`,
    text: lines.slice(0, maxOrders + 1).join(''),
    truncated: lines.length > maxOrders + 1,
  }
}

const dayAfter = (day: string) => new Date(new Date(day).getTime() + 24 * 3_600_000)

type Row = Awaited<ReturnType<typeof readBatch>>[number]

const readBatch = (
  db: Db,
  where: SQL | undefined,
  previous: { order: typeof orders.$inferSelect } | undefined,
  limit: number,
) =>
  db
    .select({
      order: orders,
      customer: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(where, previous && afterPlace(newest, createdPlace(previous.order))))
    .orderBy(...orderBy(newest))
    .limit(limit)

/** The lines of each order, as `2 × Name`, by order id. */
async function readItems(db: Db, rows: Row[]): Promise<Map<string, string[]>> {
  const items = new Map<string, string[]>()
  if (rows.length === 0) return items
  const lines = await db
    .select({ orderId: orderLines.orderId, name: orderLines.name, quantity: orderLines.quantity })
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        rows.map((row) => row.order.id),
      ),
    )
    .orderBy(asc(orderLines.position))
  for (const { orderId, name, quantity } of lines) {
    const names = items.get(orderId) ?? []
    names.push(`${quantity} × ${name}`)
    items.set(orderId, names)
  }
  return items
}

type Decision = { orderId: string; what: string; at: Date; note: string; firstName: string; lastName: string }

/** Who verified, rejected or refunded each order, when and why, by order id. */
async function readDecisions(db: Db, rows: Row[]): Promise<Map<string, Decision[]>> {
  const decisions = new Map<string, Decision[]>()
  const decided = rows.filter(({ order }) => order.paymentStatus !== 'pending' && order.paymentStatus !== 'paid')
  if (decided.length === 0) return decisions
  const events = await db
    .select({
      orderId: orderEvents.orderId,
      what: orderEvents.what,
      at: orderEvents.at,
      note: orderEvents.note,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(orderEvents)
    .innerJoin(users, eq(users.id, orderEvents.actorId))
    .where(
      and(
        inArray(
          orderEvents.orderId,
          decided.map(({ order }) => order.id),
        ),
        inArray(orderEvents.what, ['verified', 'rejected', 'refunded']),
      ),
    )
  for (const event of events) decisions.set(event.orderId, [...(decisions.get(event.orderId) ?? []), event])
  return decisions
}

function cellsOf({ order, customer }: Row, items: string[], decisions: Decision[]) {
  const isBank = order.paymentMethod === 'bank'
  const [verified, rejected, refunded] = ['verified', 'rejected', 'refunded'].map((what) =>
    decisions.find((decision) => decision.what === what),
  )
  return [
    `#${orderNumber(order.id)}`,
    order.createdAt.toISOString(),
    order.paymentStatus,
    order.orderStatus,
    methodLabel(order.paymentMethod),
    order.reference ?? '',
    order.subtotal / 100,
    order.discount / 100,
    order.couponCode ?? '',
    order.total / 100,
    isBank ? wholeRupees(order.total) : order.total / 100,
    isBank ? 'LKR' : 'USD',
    order.paidAt?.toISOString() ?? '',
    order.verifiedAt?.toISOString() ?? '',
    nameOf(verified),
    rejected?.at.toISOString() ?? '',
    nameOf(rejected),
    refunded?.at.toISOString() ?? '',
    nameOf(refunded),
    (rejected ?? refunded)?.note ?? '',
    nameOf(customer),
    customer.email,
    items.join('; '),
    order.id,
  ]
}

const nameOf = (person: { firstName: string; lastName: string } | undefined) =>
  person ? `${person.firstName} ${person.lastName}` : ''
