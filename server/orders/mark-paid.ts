import { and, eq, ne } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { methodLabel, type PaymentMethod } from '../../shared/payment.ts'
import type { Order } from '../../shared/order-calls.ts'
import { move } from '../../shared/orders.ts'
import { conflict } from '../../shared/refusal.ts'
import type { Change } from '../stream/change.ts'
import { advance, loadOrder, tellOrder } from './advance.ts'

type Customer = { id: string; firstName: string }
type Payment = {
  paymentMethod?: PaymentMethod | undefined
  /** The transfer's reference or transaction hash. */
  reference?: string | undefined
  /** What the customer was shown, in cents. */
  discountAmount?: number | undefined
}

/** The customer says that the money is on its way. @throws 409 when the discount is not what was shown */
export async function markPaid(making: Change, customer: Customer, orderId: string, payment: Payment): Promise<Order> {
  const order = await loadOrder(making, orderId, customer.id)
  move(order, 'markPaid')
  if (payment.discountAmount !== undefined && payment.discountAmount !== order.discount) {
    throw conflict('total_changed', 'The order total has changed. Please review it.')
  }
  const paymentMethod = payment.paymentMethod ?? order.paymentMethod
  const reference = payment.reference ?? null
  const paid = await advance(
    making,
    order,
    'markPaid',
    { what: 'paid', by: { ...customer, as: 'customer' }, note: methodLabel(paymentMethod) },
    {
      paymentMethod,
      reference,
      referenceReused: reference !== null && (await isReused(making, order.id, reference)),
      paidAt: new Date(),
    },
  )
  return tellOrder(making, paid, 'paid')
}

/** The same transfer given for two orders is taken, but staff are told. */
async function isReused({ tx }: Change, orderId: string, reference: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.reference, reference), ne(orders.id, orderId)))
    .limit(1)
  return other !== undefined
}
