import { eq } from 'drizzle-orm'
import { orders, payments } from '../../drizzle/schema.ts'
import { creditPayments } from '../../shared/payments/credit.ts'
import type { MutationContext } from '../events/mutation.ts'
import { askForRest } from './ask-for-rest.ts'
import { readPayments, readRequest, type PaymentRow, type RequestRow } from './present.ts'

type OrderRow = typeof orders.$inferSelect

/**
 * Recalculates what an order's final payments are credited with, stores their sum, and asks for the rest. Call it after
 * every change of an order's payments, with the order locked.
 * @returns the order with what it has received
 */
export async function creditOrder(ctx: MutationContext, order: OrderRow): Promise<OrderRow> {
  const { tx } = ctx
  const final = (await readPayments(tx, order.id)).filter(({ state }) => state === 'final')
  const request = await readRequest(tx, order.requestId)
  const credits = creditPayments(final.map(toArrived), request && toRequestedAmount(request))
  for (const [index, { id, cents }] of final.entries()) {
    if (credits[index] === cents) continue
    await tx.update(payments).set({ cents: credits[index]! }).where(eq(payments.id, id))
  }
  const received = credits.reduce((sum, cents) => sum + cents, 0)
  const [credited] = await tx.update(orders).set({ received }).where(eq(orders.id, order.id)).returning()
  return askForRest(ctx, credited!)
}

const toArrived = ({ currency, decimals, amount, worth }: PaymentRow) => ({
  currency,
  decimals,
  amount: BigInt(amount),
  cents: worth,
})

const toRequestedAmount = ({ currency, decimals, amount, cents, rate }: RequestRow) => ({
  currency,
  decimals,
  amount: BigInt(amount),
  cents,
  rate,
})
