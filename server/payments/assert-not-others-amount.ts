import { and, eq, inArray, isNull } from 'drizzle-orm'
import { paymentRequests } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { decimalsOf, formatAmount, formatUnits, parseUnits } from '../../shared/payments/amounts.ts'
import { networks } from '../../shared/payments/schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { PaymentRow } from '../ledger/present.ts'

/**
 * Rejects a payment of an amount that was requested for other orders only: it pays those.
 * @throws 409 naming the orders that were asked for exactly this amount, unless the order is one of them
 */
export async function assertNotOthersAmount(
  { tx, env }: MutationContext,
  order: { id: string },
  { currency, amount, decimals }: Pick<PaymentRow, 'currency' | 'amount' | 'decimals'>,
) {
  if (currency !== 'USDT' && currency !== 'USDC') return
  const value = formatUnits(amount, decimals)
  // By hand, nobody says on which network it came, and a token's decimals depend on it.
  const units = networks.flatMap((network) => parseUnits(value, decimalsOf(currency, network)) ?? [])
  const owners = await tx
    .select({ orderId: paymentRequests.orderId })
    .from(paymentRequests)
    .where(
      and(
        inArray(paymentRequests.network, [...networks]),
        eq(paymentRequests.token, currency),
        inArray(paymentRequests.address, [...new Set(env.transferAccounts.crypto.map(({ address }) => address))]),
        inArray(paymentRequests.amount, [...new Set(units.map(String))]),
        isNull(paymentRequests.freedAt),
      ),
    )
  if (owners.length === 0 || owners.some(({ orderId }) => orderId === order.id)) return
  const numbers = [...new Set(owners.map(({ orderId }) => `#${orderNumber(orderId)}`))].join(' and ')
  throw conflict(
    'others_amount',
    `Order ${numbers} asks for exactly ${formatAmount(value, currency).replace('\u00a0', ' ')}. Assign the transfer there.`,
  )
}
