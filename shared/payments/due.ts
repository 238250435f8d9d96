import { amountDue } from './amounts.ts'
import type { RequestSummary } from './ledger-schema.ts'
import type { PaymentMethod } from './schema.ts'

type Request = Pick<RequestSummary, 'method' | 'currency' | 'amount'>
type Order = { paymentMethod: PaymentMethod; total: number; request: Request | null; rest: Request | null }

/** What an order's customer was asked to send last: the rest, or all of it by the method they chose. `total` is in cents. */
export function dueOf({ paymentMethod, total, request, rest }: Order): { amount: string; currency: string } {
  const last = rest ?? (request?.method === paymentMethod ? request : null)
  if (last) return { amount: last.amount, currency: last.currency }
  return { amount: amountDue(paymentMethod, total), currency: paymentMethod === 'bank' ? 'LKR' : 'USD' }
}
