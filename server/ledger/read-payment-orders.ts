import { eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { orders, paymentRequests, users } from '../../drizzle/schema.ts'
import { surplusOf } from '../../shared/orders/rules.ts'
import { dueOf } from '../../shared/payments/due.ts'
import type { Network } from '../../shared/payments/schema.ts'
import type { PaymentOrder } from '../../shared/payments/staff-schema.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { presentRequest } from './present.ts'

/** The network is the one that the order was asked to be paid on. */
type FoundOrder = { order: PaymentOrder; network: Network | null }

const rests = alias(paymentRequests, 'rests')

/** The orders with these ids or references, as staff see them next to a transfer, with one query. */
export async function readPaymentOrders(db: Db | Tx, key: 'id' | 'paymentReference', values: string[]) {
  const found = new Map<string, FoundOrder>()
  if (values.length === 0) return found
  const rows = await db
    .select({
      key: orders[key],
      _id: orders.id,
      paymentStatus: orders.paymentStatus,
      orderStatus: orders.orderStatus,
      paymentMethod: orders.paymentMethod,
      total: orders.total,
      received: orders.received,
      refunded: orders.refunded,
      firstName: users.firstName,
      lastName: users.lastName,
      request: paymentRequests,
      rest: rests,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(paymentRequests, eq(paymentRequests.id, orders.requestId))
    .leftJoin(rests, eq(rests.id, orders.restRequestId))
    .where(inArray(orders[key], [...new Set(values)]))
  for (const { key: value, _id, paymentStatus, orderStatus, firstName, lastName, request, rest, ...order } of rows) {
    const isOpen = paymentStatus === 'pending' || paymentStatus === 'paid'
    const due = dueOf({
      ...order,
      request: request && presentRequest(request),
      rest: isOpen && rest ? presentRequest(rest) : null,
    })
    const money = { missing: isOpen ? Math.max(0, order.total - order.received) : 0, surplus: surplusOf(order) }
    found.set(value!, {
      order: { _id, paymentStatus, orderStatus, customer: { firstName, lastName }, due, ...money },
      network: request?.network ?? null,
    })
  }
  return found
}
