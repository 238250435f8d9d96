import { formatMoney, formatRupees } from '../../shared/money.ts'
import type { Order } from '../../shared/order-calls.ts'

/** In the currency in which it arrives: whole rupees at the bank, dollars elsewhere. */
export const amountDue = ({ paymentMethod, total }: Pick<Order, 'paymentMethod' | 'total'>) =>
  paymentMethod === 'bank' ? formatRupees(total) : formatMoney(total)
