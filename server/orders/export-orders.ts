import { and, asc, desc, eq, inArray, lt, or } from 'drizzle-orm'
import { orderLines, orders, users } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders.ts'
import { methodLabel } from '../../shared/payment.ts'
import type { Db } from '../db/transactions.ts'
import { csvLine } from './csv.ts'
import { type StaffFilters, wantedByStaff } from './list-orders.ts'

/** As many orders go into one file, and as many are read at a time: others are served in between. */
const most = 10_000
const atATime = 500

const head = [
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
  'E-mail',
  'Items',
  'Id',
]

/** The orders that a filter picks, newest first, as a CSV file with its name. */
export async function exportOrders(db: Db, filters: Omit<StaffFilters, 'limit' | 'cursor'>, now = new Date()) {
  // Without the mark, spreadsheets take the file for Latin-1.
  const lines = [`\uFEFF${csvLine(head)}`]
  let last: Row | undefined
  do {
    const rows = await readRows(db, filters, last, Math.min(atATime, most - lines.length + 1))
    const items = await readItems(db, rows)
    for (const row of rows) lines.push(csvLine(cellsOf(row, items.get(row.order.id) ?? [])))
    last = rows.length === atATime ? rows.at(-1) : undefined
  } while (last && lines.length <= most)
  return { name: `kade-orders-${now.toISOString().slice(0, 10)}.csv`, text: lines.join('') }
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

const readRows = (
  db: Db,
  filters: StaffFilters,
  after: { order: typeof orders.$inferSelect } | undefined,
  limit: number,
) =>
  db
    .select({
      order: orders,
      customer: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        wantedByStaff(db, filters),
        after &&
          or(
            lt(orders.createdAt, after.order.createdAt),
            and(eq(orders.createdAt, after.order.createdAt), lt(orders.id, after.order.id)),
          ),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)

async function readItems(db: Db, rows: Row[]): Promise<Map<string, string[]>> {
  const items = new Map<string, string[]>()
  if (rows.length === 0) return items
  const found = await db
    .select({ orderId: orderLines.orderId, name: orderLines.name, quantity: orderLines.quantity })
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        rows.map((row) => row.order.id),
      ),
    )
    .orderBy(asc(orderLines.position))
  for (const { orderId, name, quantity } of found) {
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
