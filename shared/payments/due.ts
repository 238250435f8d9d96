import { amountDue } from './amounts.ts'
import type { RequestSummary } from './ledger-schema.ts'
import type { PaymentMethod } from './schema.ts'

type Asked = Pick<RequestSummary, 'method' | 'currency' | 'amount'>
type Order = { paymentMethod: PaymentMethod; total: number; request: Asked | null; rest: Asked | null }

/** What an order's customer was asked to send last: the rest, or all of it by the method they chose. `total` is in cents. */
export function dueOf({ paymentMethod, total, request, rest }: Order): { amount: string; currency: string } {
  const asked = rest ?? (request?.method === paymentMethod ? request : null)
  if (asked) return { amount: asked.amount, currency: asked.currency }
  return { amount: amountDue(paymentMethod, total), currency: paymentMethod === 'bank' ? 'LKR' : 'USD' }
}
