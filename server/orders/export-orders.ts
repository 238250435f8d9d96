import { and, asc, eq, inArray } from 'drizzle-orm'
import { orderLines, orders, users } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import { afterPlace, createdPlace, orderBy } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { csvLine } from './csv.ts'
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
  'Paid',
  'Verified',
  'Customer',
  'Email',
  'Items',
  'Id',
]

/** Exports the orders that match a filter as a CSV file, newest first. */
export async function exportOrders(db: Db, filter: StaffFilter, now = new Date()) {
  // Without the byte order mark, spreadsheets read the file as Latin-1.
  const lines = [`\uFEFF${csvLine(header)}`]
  let last: Row | undefined
  do {
    const rows = await readBatch(db, filter, last, Math.min(batchSize, maxOrders - lines.length + 1))
    const items = await readItems(db, rows)
    for (const row of rows) lines.push(csvLine(cellsOf(row, items.get(row.order.id) ?? [])))
    last = rows.length === batchSize ? rows.at(-1) : undefined
  } while (last && lines.length <= maxOrders)
  return { name: `kade-orders-${now.toISOString().slice(0, 10)}.csv`, text: lines.join('') }
}

type Row = Awaited<ReturnType<typeof readBatch>>[number]

const readBatch = (
  db: Db,
  filter: StaffFilter,
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
    .where(and(staffOrderFilter(db, filter), previous && afterPlace(newest, createdPlace(previous.order))))
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

const cellsOf = ({ order, customer }: Row, items: string[]) => [
  `#${orderNumber(order.id)}`,
  order.createdAt.toISOString(),
  order.paymentStatus,
  order.orderStatus,
  methodLabel(order.paymentMethod),
  order.reference ?? '',
  dollars(order.subtotal),
  dollars(order.discount),
  order.couponCode ?? '',
  dollars(order.total),
  order.paidAt?.toISOString() ?? '',
  order.verifiedAt?.toISOString() ?? '',
  `${customer.firstName} ${customer.lastName}`,
  customer.email,
  items.join('; '),
  order.id,
]

const dollars = (cents: number) => (cents / 100).toFixed(2)
