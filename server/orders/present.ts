import { count, eq, inArray, sql, sum } from 'drizzle-orm'
import { orders, users } from '../../drizzle/schema.ts'
import type { Order, OrderEvent, OrderLine } from '../../shared/orders/schema.ts'
import type { SameProof, SameReference, StaffOrder } from '../../shared/orders/staff-schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { type PaymentRow, presentOrderPayment, presentRequest } from '../ledger/present.ts'
import { type EventRow, type LineRow, type OrderDetails, readDetails, readDetailsOf } from './read-details.ts'
import { presentProof } from './read-proofs.ts'
import { presentRefund } from './read-refunds.ts'
import { readSameProofs } from './read-same-proofs.ts'
import { readSameReferences } from './read-same-references.ts'

export type OrderRow = typeof orders.$inferSelect

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
  spent: users.spent,
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
 * @param details if they are known; otherwise they are read
 */
export async function presentOrder(db: Db | Tx, row: OrderRow, details?: OrderDetails): Promise<Order> {
  const checker = row.claimedBy ? await readFirstName(db, row.claimedBy) : undefined
  return present(row, details ?? (await readDetails(db, row)), checker)
}

/** The first name of a user who exists. */
export async function readFirstName(db: Db | Tx, userId: string): Promise<string> {
  const [user] = await firstNameOf(db, { id: userId })
  return user!.firstName
}

/** Presents an order as staff see it, with its customer. */
export async function presentForStaff(db: Db | Tx, row: OrderRow, order?: Order): Promise<StaffOrder> {
  const [customer] = await customerOf(db, { id: row.userId })
  const same = (await readSameReferences(db, [row])).get(row.id)
  const presented = order ?? (await presentOrder(db, row))
  return withCustomer(presented, row, customer!, same, (await readSameProofs(db, withProofs([presented]))).get(row.id))
}

/** Presents a page of orders, in the given sort order, with one query for each kind of details. */
export async function presentOrders(db: Db, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const details = await readDetailsOf(db, rows)
  const checkers = rows.flatMap((row) => row.claimedBy ?? [])
  const names =
    checkers.length === 0
      ? []
      : await db.select({ id: users.id, firstName: users.firstName }).from(users).where(inArray(users.id, checkers))
  return rows.map((row) => present(row, details.get(row.id)!, names.find(({ id }) => id === row.claimedBy)?.firstName))
}

/** Presents a page of orders as staff see them, in their order, in as many queries as for one. */
export async function presentOrdersForStaff(db: Db, rows: OrderRow[]): Promise<StaffOrder[]> {
  if (rows.length === 0) return []
  const orderList = await presentOrders(db, rows)
  const customers = await db
    .select(customerColumns)
    .from(users)
    .leftJoin(orders, eq(orders.userId, users.id))
    .where(inArray(users.id, [...new Set(rows.map((row) => row.userId))]))
    .groupBy(users.id)
  const customersById = new Map(customers.map((customer) => [customer._id, customer]))
  const same = await readSameReferences(db, rows)
  const proofs = await readSameProofs(db, withProofs(orderList))
  return rows.map((row, i) =>
    withCustomer(orderList[i]!, row, customersById.get(row.userId)!, same.get(row.id), proofs.get(row.id)),
  )
}

const withProofs = (list: Order[]) => list.flatMap(({ _id, proofs }) => (proofs.length > 0 ? _id : []))

function present(row: OrderRow, details: OrderDetails, checker: string | undefined): Order {
  const { lines, history, request, rest, payments, late, refunds, proofs } = details
  const isOpen = row.paymentStatus === 'pending' || row.paymentStatus === 'paid'
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
    reference: row.paymentReference ?? '',
    transferReference: row.reference,
    request: request && presentRequest(request),
    rest: isOpen && rest ? presentRequest(rest) : null,
    received: row.received,
    missing: isOpen ? Math.max(0, row.total - row.received) : 0,
    refunded: row.refunded,
    payments: payments.map(presentOrderPayment),
    late: late.filter(isForCustomer).map(presentOrderPayment),
    refunds: refunds.map(presentRefund),
    proofs: proofs.map(presentProof),
    proofRequestedAt: row.proofRequestedAt?.getTime() ?? null,
    createdAt: row.createdAt.getTime(),
    paidAt: row.paidAt?.getTime() ?? null,
    verifiedAt: row.verifiedAt?.getTime() ?? null,
    verificationSeenAt: row.verificationSeenAt?.getTime() ?? null,
    expiresAt: row.expiresAt.getTime(),
    history: history.filter(isShown).map(presentEvent),
    checking: checker ? { name: checker, since: row.claimedAt!.getTime(), until: row.claimUntil!.getTime() } : null,
    hasDelivery: row.deliveryNote !== null,
    deliveryOpenedAt: row.deliveryOpenedAt?.getTime() ?? null,
    deliveryChangedAt: row.deliveryChangedAt?.getTime() ?? null,
    deliveryReopenedAt: row.deliveryReopenedAt?.getTime() ?? null,
  }
}

/** One that staff have dismissed as not the store's says nothing about the order. */
const isForCustomer = ({ state, refundReference }: PaymentRow) => state !== 'dismissed' || refundReference !== null

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
  sameProofs: SameProof[] = [],
): StaffOrder => ({
  customer: { createdAt: createdAt.getTime(), ...customer },
  referenceReused: row.referenceReused,
  sameReference: sameReference ?? null,
  sameProofs,
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
