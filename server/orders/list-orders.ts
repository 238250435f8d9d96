import { and, asc, count, desc, eq, gt, inArray, lt, or, type SQL } from 'drizzle-orm'
import { orders, users } from '../../drizzle/schema.ts'
import {
  type OrderFilter,
  orderFilters,
  type OrderStatus,
  type PaymentFilter,
  paymentFilters,
  type PaymentStatus,
} from '../../shared/orders.ts'
import { contains, containsInAnyCase, endsWith } from '../db/contains.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { type OrderRow, presentOrders, presentOrdersForStaff } from './present.ts'

type Page = { limit?: number | undefined; cursor?: string | undefined }
type Filters = Page & { paymentStatus?: PaymentFilter | undefined; orderStatus?: OrderFilter | undefined }
export type StaffFilters = Page & {
  paymentStatus?: PaymentStatus | undefined
  orderStatus?: OrderStatus | undefined
  q?: string | undefined
}

/** A page of a person's orders, newest first. */
export async function listOrders(db: Db, userId: string, { paymentStatus, orderStatus, limit = 20, cursor }: Filters) {
  const wanted = and(
    eq(orders.userId, userId),
    paymentStatus && paymentStatus !== 'all'
      ? inArray(orders.paymentStatus, [...paymentFilters[paymentStatus]])
      : undefined,
    orderStatus && orderStatus !== 'all' ? inArray(orders.orderStatus, [...orderFilters[orderStatus]]) : undefined,
  )
  const rows = await db
    .select()
    .from(orders)
    .where(and(wanted, cursor ? beyond(orders.createdAt, cursor, 'down') : undefined))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit + 1)
  const { page, nextCursor } = cut(rows, limit, (row) => row.createdAt)
  return { data: await presentOrders(db, page), totalCount: await db.$count(orders, wanted), nextCursor }
}

/** A page of everybody's orders: those that wait for a check oldest first, all others newest first. */
export async function listOrdersForStaff(db: Db, { paymentStatus, orderStatus, q, limit = 50, cursor }: StaffFilters) {
  const queue = paymentStatus === 'paid'
  const [column, direction] = queue ? ([orders.paidAt, 'up'] as const) : ([orders.createdAt, 'down'] as const)
  const wanted = wantedByStaff(db, { paymentStatus, orderStatus, q })
  const rows = await db
    .select()
    .from(orders)
    .where(and(wanted, cursor ? beyond(column, cursor, direction) : undefined))
    .orderBy(queue ? asc(column) : desc(column), queue ? asc(orders.id) : desc(orders.id))
    .limit(limit + 1)
  const { page, nextCursor } = cut(rows, limit, (row) => (queue ? row.paidAt! : row.createdAt))
  return {
    data: await presentOrdersForStaff(db, page),
    counts: await countByState(db),
    totalCount: await db.$count(orders, wanted),
    nextCursor,
  }
}

/** What a filter of staff picks of all orders. */
export const wantedByStaff = (db: Db, { paymentStatus, orderStatus, q }: StaffFilters) =>
  and(
    paymentStatus ? eq(orders.paymentStatus, paymentStatus) : undefined,
    orderStatus ? eq(orders.orderStatus, orderStatus) : undefined,
    q ? matching(db, q) : undefined,
  )

/** How many orders are in each state of payment. */
async function countByState(db: Db): Promise<Record<PaymentStatus, number>> {
  const rows = await db
    .select({ status: orders.paymentStatus, count: count() })
    .from(orders)
    .groupBy(orders.paymentStatus)
  const none = { pending: 0, paid: 0, verified: 0, failed: 0, cancelled: 0, refunded: 0 }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}

/** By order number (the end of the id), transfer reference, or the customer's e-mail or name. */
function matching(db: Db, q: string): SQL | undefined {
  const word = q.trim().replace(/^#/, '')
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(
      or(
        contains(users.email, word),
        containsInAnyCase(users.firstName, word),
        containsInAnyCase(users.lastName, word),
      ),
    )
  return or(endsWith(orders.id, word), containsInAnyCase(orders.reference, word), inArray(orders.userId, people))
}

function beyond(column: typeof orders.createdAt | typeof orders.paidAt, cursor: string, direction: 'up' | 'down') {
  const { value, id } = readCursor(cursor, 'time')
  const at = new Date(value)
  const past = direction === 'down' ? lt : gt
  return or(past(column, at), and(eq(column, at), past(orders.id, id)))
}

function cut(rows: OrderRow[], limit: number, valueOf: (row: OrderRow) => Date) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return { page, nextCursor: last && writeCursor({ value: valueOf(last).getTime(), id: last.id }) }
}
