import { formatMoney, formatRupees } from '../../../shared/money.ts'
import type { Order } from '../../../shared/orders/schema.ts'

/** The amount in the currency it arrives in: whole rupees for bank transfers, dollars for all others. */
export const amountDue = ({ paymentMethod, total }: Pick<Order, 'paymentMethod' | 'total'>) =>
  paymentMethod === 'bank' ? formatRupees(total) : formatMoney(total)
