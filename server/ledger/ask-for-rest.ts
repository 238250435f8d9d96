import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { unitsOf } from '../../shared/payments/amounts.ts'
import { restOf } from '../../shared/payments/rest.ts'
import { rates } from '../../shared/money.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type Due, isAccepted, type PaymentChoice, requestFor } from './create-request.ts'
import { type PaymentRow, readPayments, readRequest, type RequestRow } from './present.ts'

type OrderRow = typeof orders.$inferSelect

/**
 * Updates an order's request for the rest: the missing amount, by the method that the customer chose last. It is removed
 * once nothing is missing; a crypto order whose customer never chose a network gets none.
 */
export async function askForRest(ctx: MutationContext, order: OrderRow): Promise<OrderRow> {
  const due = await restDue(ctx, order)
  const choice = due && (await lastChoice(ctx, order))
  const request = due && choice && (await requestFor(ctx, order, choice, due(choice), Infinity))
  return setRest(ctx, order, request?.id ?? null)
}

/** The missing amount of an order, by payment choice; null if nothing is missing. */
export async function restDue(
  { tx }: MutationContext,
  order: OrderRow,
): Promise<((choice: PaymentChoice) => Due) | null> {
  const payments = await readPayments(tx, order.id)
  const cents = restOf({ ...order, payments })
  if (cents === 0) return null
  const request = await readRequest(tx, order.requestId)
  return ({ method }) => (method === 'bank' ? { cents, units: rupeesFor(cents, request, payments) } : { cents })
}

/** Sets the request for the rest of an order's total; null when nothing is missing any more. */
export async function setRest(
  { tx }: MutationContext,
  order: OrderRow,
  restRequestId: string | null,
): Promise<OrderRow> {
  if (order.restRequestId === restRequestId) return order
  const [row] = await tx.update(orders).set({ restRequestId }).where(eq(orders.id, order.id)).returning()
  return row!
}

async function lastChoice({ tx, env }: MutationContext, order: OrderRow): Promise<PaymentChoice | null> {
  const row = await readRequest(tx, order.restRequestId ?? order.requestId)
  const choice = row
    ? { method: row.method, network: row.network ?? undefined, token: row.token ?? undefined }
    : { method: order.paymentMethod }
  return isAccepted(env, choice) ? choice : null
}

/** Whole rupees that complete the order: no more than is left of the rupees that were asked for. */
function rupeesFor(cents: number, request: RequestRow | null, payments: PaymentRow[]): bigint {
  const worth = unitsOf(cents, rupeeDecimals, rates.LKR.rate)
  if (request?.method !== 'bank') return roundUp(worth)
  const arrived = payments.filter(({ currency, state }) => currency === 'LKR' && state === 'final')
  const left = arrived.reduce((units, { amount }) => units - BigInt(amount), BigInt(request.amount))
  return roundUp(left > 0n && left < worth ? left : worth)
}

const rupeeDecimals = 2
const rupee = 10n ** BigInt(rupeeDecimals)
const roundUp = (units: bigint) => ((units + rupee - 1n) / rupee) * rupee
