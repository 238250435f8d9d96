import { and, asc, count, eq, inArray, sql, sum } from 'drizzle-orm'
import { orderEvents, orderLines, orders, users } from '../../drizzle/schema.ts'
import type { Order, OrderEvent, OrderLine } from '../../shared/orders/schema.ts'
import type { SameReference, StaffOrder } from '../../shared/orders/staff-schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { readSameReferences } from './read-same-references.ts'

export type OrderRow = typeof orders.$inferSelect
export type LineRow = typeof orderLines.$inferSelect
export type EventRow = typeof orderEvents.$inferSelect
export type OrderDetails = { lines: LineRow[]; history: EventRow[] }

const linesOf = prepared('order_lines', (db) =>
  db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, sql.placeholder('id')))
    .orderBy(asc(orderLines.position)),
)
const historyOf = prepared('order_history', (db) =>
  db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, sql.placeholder('id')))
    .orderBy(asc(orderEvents.seq)),
)
const firstNameOf = prepared('first_name', (db) =>
  db
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
)
const countWithStatus = (status: 'verified' | 'failed') =>
  sum(sql`case when ${orders.paymentStatus} = ${status} then 1 else 0 end`).mapWith((n) => Number(n ?? 0))
/** Counts and totals of a user's orders, for a query that joins users with orders. Their index includes these columns. */
export const orderTotals = {
  orders: count(orders.userId),
  verified: countWithStatus('verified'),
  failed: countWithStatus('failed'),
  spent: sum(sql`case when ${orders.paymentStatus} = 'verified' then ${orders.total} else 0 end`).mapWith((n) =>
    Number(n ?? 0),
  ),
}
const customerColumns = {
  _id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  createdAt: users.createdAt,
  ...orderTotals,
}
const customerOf = prepared('order_customer', (db) =>
  db
    .select(customerColumns)
    .from(users)
    .leftJoin(orders, eq(orders.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .groupBy(users.id),
)
type CustomerRow = { _id: string; createdAt: Date } & Omit<StaffOrder['customer'], 'createdAt'>

/**
 * Presents an order as its customer sees it.
 * @param details its lines and history, if they are known; otherwise they are read
 */
export async function presentOrder(db: Db | Tx, row: OrderRow, details?: OrderDetails): Promise<Order> {
  const { lines, history } = details ?? { lines: await linesOf(db, row), history: await historyOf(db, row) }
  const checker = row.claimedBy ? await readFirstName(db, row.claimedBy) : undefined
  return present(row, lines, history, checker)
}

export async function readFirstName(db: Db | Tx, userId: string): Promise<string> {
  const [user] = await firstNameOf(db, { id: userId })
  return user!.firstName
}

/** Presents an order as staff see it, with its customer. */
export async function presentForStaff(db: Db | Tx, row: OrderRow, order?: Order): Promise<StaffOrder> {
  const [customer] = await customerOf(db, { id: row.userId })
  const same = await readSameReferences(db, [row])
  return withCustomer(order ?? (await presentOrder(db, row)), row, customer!, same.get(row.id))
}

/** Presents a page of orders, in the given sort order, with one query each for lines, history and names. */
export async function presentOrders(db: Db, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const history = await db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .orderBy(asc(orderEvents.seq))
  const checkers = rows.flatMap((row) => row.claimedBy ?? [])
  const names =
    checkers.length === 0
      ? []
      : await db.select({ id: users.id, firstName: users.firstName }).from(users).where(inArray(users.id, checkers))
  const [linesByOrder, historyByOrder] = [groupBy(lines, 'orderId'), groupBy(history, 'orderId')]
  return rows.map((row) =>
    present(
      row,
      linesByOrder.get(row.id) ?? [],
      historyByOrder.get(row.id) ?? [],
      names.find(({ id }) => id === row.claimedBy)?.firstName,
    ),
  )
}

export async function presentOrdersForStaff(db: Db, rows: OrderRow[]): Promise<StaffOrder[]> {
  if (rows.length === 0) return []
  const orderList = await presentOrders(db, rows)
  const customers = await db
    .select(customerColumns)
    .from(users)
    .leftJoin(orders, eq(orders.userId, users.id))
    .where(and(inArray(users.id, [...new Set(rows.map((row) => row.userId))])))
    .groupBy(users.id)
  const customersById = new Map(customers.map((customer) => [customer._id, customer]))
  const same = await readSameReferences(db, rows)
  return rows.map((row, i) => withCustomer(orderList[i]!, row, customersById.get(row.userId)!, same.get(row.id)))
}

function present(row: OrderRow, lines: LineRow[], history: EventRow[], checker: string | undefined): Order {
  return {
    _id: row.id,
    items: lines.map(presentLine),
    paymentStatus: row.paymentStatus,
    orderStatus: row.orderStatus,
    paymentMethod: row.paymentMethod,
    subtotal: row.subtotal,
    processingFees: row.fees,
    discountAmount: row.discount,
    total: row.total,
    totalAmount: row.total,
    coupon: row.couponId,
    couponCode: row.couponCode,
    reference: row.reference,
    createdAt: row.createdAt.getTime(),
    paidAt: row.paidAt?.getTime() ?? null,
    verifiedAt: row.verifiedAt?.getTime() ?? null,
    expiresAt: row.expiresAt.getTime(),
    history: history.filter(isShown).map(presentEvent),
    checking: checker ? { name: checker, since: row.claimedAt!.getTime(), until: row.claimUntil!.getTime() } : null,
    hasDelivery: row.deliveryNote !== null,
    deliveryOpenedAt: row.deliveryOpenedAt?.getTime() ?? null,
    deliveryChangedAt: row.deliveryChangedAt?.getTime() ?? null,
    deliveryReopenedAt: row.deliveryReopenedAt?.getTime() ?? null,
  }
}

/**
 * Of changes that can be repeated without end, the last few in a row are shown. Deliveries are changed by staff, whose
 * audit log has each change; an older store may have thousands of coupon changes.
 */
const shownRepeats: Partial<Record<EventRow['what'], number>> = { coupon: 1, redelivered: 10 }

const isShown = ({ what }: EventRow, i: number, history: EventRow[]) => {
  const shown = shownRepeats[what]
  return shown === undefined || history[i + shown]?.what !== what
}

// The spread comes last: properties added after it would each change the object's shape, which costs 5 µs.
const withCustomer = (
  order: Order,
  row: OrderRow,
  { createdAt, ...customer }: CustomerRow,
  sameReference: SameReference | undefined,
): StaffOrder => ({
  customer: { createdAt: createdAt.getTime(), ...customer },
  referenceReused: row.referenceReused,
  sameReference: sameReference ?? null,
  checkingBy: row.claimedBy,
  ...order,
})

const presentLine = (line: LineRow): OrderLine => ({
  _id: line.id,
  item: line.itemId,
  category: line.categoryId,
  name: line.name,
  duration: line.months,
  price: line.price,
  originalPrice: line.oldPrice,
  quantity: line.quantity,
  subtotal: line.price * line.quantity,
  logoLink: line.logoLink,
})

const presentEvent = (event: EventRow): OrderEvent => ({
  _id: event.id,
  what: event.what,
  who: event.who,
  name: event.name,
  note: event.note,
  at: event.at.getTime(),
})

function groupBy<T extends Record<K, string>, K extends string>(rows: T[], key: K): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(row[key], [...(groups.get(row[key]) ?? []), row])
  return groups
}
