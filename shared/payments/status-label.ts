import { paymentLabels, type PaymentStatus } from '../orders/schema.ts'
import { restOf } from './rest.ts'

type Paid = Parameters<typeof restOf>[0] & { paymentStatus: PaymentStatus }

/** The label of an order's payment status; of a payment that only a part has arrived of, that. */
export const paymentLabelOf = (order: Paid): string =>
  order.paymentStatus === 'paid' && restOf(order) > 0 ? 'Paid in part' : paymentLabels[order.paymentStatus]
