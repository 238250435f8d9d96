import type { Order } from '../../shared/orders/schema.ts'
import { formatAmount } from '../../shared/payments/amounts.ts'
import { wholeDueOf } from '../../shared/payments/due.ts'
import { methodLabel } from '../../shared/payments/methods.ts'
import { networkLabel, shortChainName } from '../../shared/payments/progress.ts'
import { describeRate } from '../../shared/payments/words.ts'

/** All of an order, as its customer was asked to send it: 'Rs 22,259', '72.9801 USDC'. */
export function amountDue(order: Parameters<typeof wholeDueOf>[0]): string {
  const { amount, currency } = wholeDueOf(order)
  return formatAmount(amount, currency)
}

/** At which rate it was asked for in rupees: 'Rs 305 to the dollar'; null in another currency. */
export const rateOfOrder = ({ request }: Pick<Order, 'request'>): string | null =>
  request?.currency === 'LKR' ? describeRate(request.rate) : null

/** How it is paid: 'Bank transfer', 'USDT on BNB Smart Chain (BEP20)'. */
export function paymentWay({ paymentMethod, request }: Pick<Order, 'paymentMethod' | 'request'>): string {
  if (request?.method !== paymentMethod || !request.network) return methodLabel(paymentMethod)
  return `${request.token} on ${networkLabel(request.network)}`
}

/** The same where the amount names the token, as short as it can be: 'Bank transfer', 'BNB Chain'. */
export function shortWay({ paymentMethod, request }: Pick<Order, 'paymentMethod' | 'request'>): string {
  const network = request?.method === paymentMethod && request.network
  return network ? shortChainName(network) : methodLabel(paymentMethod)
}
