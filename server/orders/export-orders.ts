import { and, asc, eq, inArray } from 'drizzle-orm'
import { orderEvents, orderLines, users } from '../../drizzle/schema.ts'
import { wholeRupees } from '../../shared/money.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import type { Cursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { csvLine } from '../csv.ts'
import { newest, readOrders } from './list-for-staff.ts'
import type { OrderRow } from './present.ts'
import { type StaffFilter, staffOrderFilter } from './staff-order-filter.ts'

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

/**
 * Exports the orders that match a filter as a CSV file, newest first.
 * @returns `truncated`: there are more orders than fit in a file
 * @throws 422 when the days or amounts are reversed
 */
export async function exportOrders(db: Db, filter: StaffFilter, now = new Date()) {
  const { from, to } = filter
  const condition = await staffOrderFilter(db, filter)
  // Without the byte order mark, spreadsheets read the file as Latin-1.
  const lines = [`\uFEFF${csvLine(header)}`]
  let place: Cursor | undefined
  do {
    // One more than fits, to see whether there is one.
    const limit = Math.min(batchSize, maxOrders - lines.length + 2)
    const { rows, next } = await readOrders(db, condition, newest, place, limit)
    const customers = await readCustomers(db, rows)
    const items = await readItems(db, rows)
    const decisions = await readDecisions(db, rows)
    for (const order of rows) {
      const row = { order, customer: customers.get(order.userId)! }
      lines.push(csvLine(cellsOf(row, items.get(order.id) ?? [], decisions.get(order.id) ?? [])))
    }
    place = next ?? undefined
  } while (place && lines.length <= maxOrders)
  const days = from || to ? [from ?? 'until', to ?? 'on'].join('-') : now.toISOString().slice(0, 10)
  return {
    name: `kade-orders-${days}.csv`,
    text: lines.slice(0, maxOrders + 1).join(''),
    truncated: lines.length > maxOrders + 1,
  }
}

type Customer = { id: string; firstName: string; lastName: string; email: string }
type Row = { order: OrderRow; customer: Customer }

/** The customers of some orders, by id. */
async function readCustomers(db: Db, rows: OrderRow[]): Promise<Map<string, Customer>> {
  const ids = [...new Set(rows.map(({ userId }) => userId))]
  const { id, firstName, lastName, email } = users
  const customers = await db.select({ id, firstName, lastName, email }).from(users).where(inArray(id, ids))
  return new Map(customers.map((customer) => [customer.id, customer]))
}

/** The lines of each order, as `2 × Name`, by order id. */
async function readItems(db: Db, rows: OrderRow[]): Promise<Map<string, string[]>> {
  const items = new Map<string, string[]>()
  if (rows.length === 0) return items
  const lines = await db
    .select({ orderId: orderLines.orderId, name: orderLines.name, quantity: orderLines.quantity })
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        rows.map(({ id }) => id),
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
async function readDecisions(db: Db, rows: OrderRow[]): Promise<Map<string, Decision[]>> {
  const decisions = new Map<string, Decision[]>()
  const decided = rows.filter(({ paymentStatus }) => paymentStatus !== 'pending' && paymentStatus !== 'paid')
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
          decided.map(({ id }) => id),
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
