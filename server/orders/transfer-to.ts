import type { Order } from '../../shared/orders/schema.ts'
import type { PaymentRequest } from '../../shared/payments/ledger-schema.ts'
import { restOf } from '../../shared/payments/rest.ts'
import type { TransferAccounts, TransferTo } from '../../shared/payments/schema.ts'

/**
 * Where the money for an order goes: every account while it or the rest of it can be paid, then the one of its method and network as long
 * as the payment counts. The response to the order's own customer alone carries it; no event and no other response does.
 */
export function transferToOf(
  { paymentStatus, paymentMethod, request, ...order }: Order & { request: PaymentRequest | null },
  accounts: TransferAccounts,
): TransferTo | undefined {
  if (paymentStatus === 'pending' || restOf({ paymentStatus, ...order }) > 0) return accounts
  if (paymentStatus !== 'paid' && paymentStatus !== 'verified') return undefined
  if (paymentMethod !== 'crypto' || !request?.network) return { [paymentMethod]: accounts[paymentMethod] }
  return { crypto: accounts.crypto.filter(({ network }) => network === request.network) }
}
