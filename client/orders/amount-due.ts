import { formatMoney, formatRupees } from '../../shared/money.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { formatAmount } from '../../shared/payments/amounts.ts'
import { methodLabel } from '../../shared/payments/methods.ts'
import { networkLabel } from '../../shared/payments/progress.ts'

type Due = Pick<Order, 'paymentMethod' | 'total'> & { request?: Order['request'] }

/** What was asked for in its currency; before that, whole rupees for bank transfers and dollars for all others. */
export function amountDue({ paymentMethod, total, request }: Due): string {
  if (request?.method === paymentMethod) return formatAmount(request.amount, request.currency)
  return paymentMethod === 'bank' ? formatRupees(total) : formatMoney(total)
}

/** How it is paid: 'Bank transfer', 'USDT on BNB Smart Chain (BEP20)'. */
export function paymentWay({ paymentMethod, request }: Pick<Order, 'paymentMethod' | 'request'>): string {
  if (request?.method !== paymentMethod || !request.network) return methodLabel(paymentMethod)
  return `${request.token} on ${networkLabel(request.network)}`
}
