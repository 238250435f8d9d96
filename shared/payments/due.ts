import { amountDue } from './amounts.ts'
import type { RequestSummary } from './ledger-schema.ts'
import type { PaymentMethod } from './schema.ts'

type Request = Pick<RequestSummary, 'method' | 'currency' | 'amount'>
type Order = { paymentMethod: PaymentMethod; total: number; request?: Request | null }
type Due = { amount: string; currency: string }

/** What an order's customer was asked to send last: the rest, or all of it. */
export function dueOf({ rest, ...order }: Order & { rest: Request | null }): Due {
  return rest ? { amount: rest.amount, currency: rest.currency } : wholeDueOf(order)
}

/** All of an order as it was asked for by the method chosen; before that, whole rupees by bank, else dollars. `total` is in cents. */
export function wholeDueOf({ paymentMethod, total, request }: Order): Due {
  if (request?.method === paymentMethod) return { amount: request.amount, currency: request.currency }
  return { amount: amountDue(paymentMethod, total), currency: paymentMethod === 'bank' ? 'LKR' : 'USD' }
}
