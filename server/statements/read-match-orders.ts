import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { hasPaymentStatus } from '../../drizzle/conditions.ts'
import { orders, paymentRequests, payments, users } from '../../drizzle/schema.ts'
import { amountDue, currencyOf, parseUnits } from '../../shared/payments/amounts.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { Env } from '../env.ts'
import { giveWay } from '../db/give-way.ts'
import type { StatementMethod } from './format.ts'
import { groupBy } from './group-by.ts'
import type { MatchOrder } from './judge-amount.ts'
import { lineDecimals } from './present.ts'

/** Orders that wait for money beyond these, the newest first, are found by their reference alone. */
const maxWaiting = 5000
const batchSize = 300

/**
 * The orders that lines may pay: those that wait, and those whose reference may stand in a line.
 * @param method how the statement's transfers are sent
 */
export async function readMatchOrders(
  { db, env }: { db: Db; env: Env },
  method: StatementMethod,
  references: string[],
): Promise<MatchOrder[]> {
  const waiting = []
  for (const status of ['paid', 'pending'] as const) {
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(hasPaymentStatus(orders.paymentStatus, status))
      .orderBy(desc(orders.createdAt))
      .limit(maxWaiting)
    waiting.push(...rows)
  }
  const ids = new Set(waiting.map(({ id }) => id))
  for (let from = 0; from < references.length; from += batchSize) {
    const batch = references.slice(from, from + batchSize)
    const named = await db.select({ id: orders.id }).from(orders).where(inArray(orders.paymentReference, batch))
    for (const { id } of named) ids.add(id)
    await giveWay()
  }
  const all = [...ids]
  const found: MatchOrder[] = []
  for (let from = 0; from < all.length; from += batchSize) {
    found.push(...(await readThese(db, env, method, all.slice(from, from + batchSize))))
    await giveWay()
  }
  return found
}

/** One order as a line may pay it. */
export async function readMatchOrder(
  { tx, env }: { tx: Tx; env: Env },
  method: StatementMethod,
  id: string,
): Promise<MatchOrder | null> {
  const [order] = await readThese(tx, env, method, [id])
  return order ?? null
}

async function readThese(
  db: Db | Tx,
  { bankToleranceUnits }: Env,
  method: StatementMethod,
  ids: string[],
): Promise<MatchOrder[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: orders.id,
      reference: orders.paymentReference,
      paymentStatus: orders.paymentStatus,
      chosenMethod: orders.paymentMethod,
      requestId: orders.requestId,
      total: orders.total,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, ids))
  const requests = await db
    .select({
      id: paymentRequests.id,
      orderId: paymentRequests.orderId,
      amount: paymentRequests.amount,
      decimals: paymentRequests.decimals,
      currency: paymentRequests.currency,
    })
    .from(paymentRequests)
    .where(and(inArray(paymentRequests.orderId, ids), eq(paymentRequests.method, method)))
    .orderBy(desc(paymentRequests.createdAt), desc(paymentRequests.id))
  const arrived = await db
    .select({
      orderId: payments.orderId,
      amount: payments.amount,
      decimals: payments.decimals,
      currency: payments.currency,
    })
    .from(payments)
    .where(and(inArray(payments.orderId, ids), eq(payments.state, 'final'), sql`${payments.orderId} is not null`))
  const requestsOf = groupBy(requests, ({ orderId }) => orderId)
  // The tolerance is in whole rupees.
  const tolerance = method === 'bank' ? BigInt(bankToleranceUnits) * 100n : 0n
  return rows.map(({ id, reference, chosenMethod, requestId, total, ...order }) => {
    const own = requestsOf.get(id) ?? []
    const request = own.find((one) => one.id === requestId) ?? own[0]
    const currency = request?.currency ?? currencyOf(method, null)
    const requested = request ? hundredthsOf(request) : parseUnits(amountDue(method, total), lineDecimals)!
    const received = arrived
      .filter((payment) => payment.orderId === id && payment.currency === currency)
      .reduce((sum, payment) => sum + hundredthsOf(payment), 0n)
    const due = requested > received ? requested - received : 0n
    const isThisMethod = chosenMethod === method
    return { ...order, id, reference: reference ?? '', due, tolerance, currency, isThisMethod }
  })
}

/** Rounded down, as what arrives is credited. */
const hundredthsOf = ({ amount, decimals }: { amount: string; decimals: number }) =>
  BigInt(amount) / 10n ** BigInt(decimals - lineDecimals)
