import { desc, eq } from 'drizzle-orm'
import { orders, paymentRequests, pointsEntries, referrals, users } from '../../drizzle/schema.ts'
import type { CustomerDetails } from '../../shared/accounts/staff-schema.ts'
import type { OrderSummary } from '../../shared/orders/staff-schema.ts'
import { wholeDueOf } from '../../shared/payments/due.ts'
import { readSessions } from '../accounts/read-sessions.ts'
import type { Db } from '../db/transactions.ts'
import { presentRequest } from '../ledger/present.ts'
import { presentEntry } from '../points/earn.ts'
import { readReferral } from '../referrals/read-referral.ts'
import { readCustomer } from './list-customers.ts'

/** A customer with their newest orders and points entries, referrals and sessions. @throws 404 'Customer not found' */
export async function readCustomerDetails(db: Db, id: string): Promise<CustomerDetails> {
  const customer = await readCustomer(db, id)
  const entries = await db
    .select()
    .from(pointsEntries)
    .where(eq(pointsEntries.userId, id))
    .orderBy(desc(pointsEntries.createdAt), desc(pointsEntries.id))
    .limit(100)
  const [referrer] = await db
    .select({ _id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.referrerId))
    .where(eq(referrals.refereeId, id))
  return {
    customer,
    orders: await readOrders(db, id),
    entries: entries.map(presentEntry),
    referral: await readReferral(db, id),
    broughtBy: referrer ?? null,
    sessions: await readSessions(db, id),
  }
}

async function readOrders(db: Db, id: string): Promise<OrderSummary[]> {
  const rows = await db
    .select({
      _id: orders.id,
      createdAt: orders.createdAt,
      paymentStatus: orders.paymentStatus,
      orderStatus: orders.orderStatus,
      paymentMethod: orders.paymentMethod,
      total: orders.total,
      request: paymentRequests,
    })
    .from(orders)
    .leftJoin(paymentRequests, eq(paymentRequests.id, orders.requestId))
    .where(eq(orders.userId, id))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(50)
  return rows.map(({ request, ...row }) => ({
    ...row,
    due: wholeDueOf({ ...row, request: request && presentRequest(request) }),
    createdAt: row.createdAt.getTime(),
  }))
}
