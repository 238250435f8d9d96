import { isDollar } from '../../shared/payments/amounts.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import type { Coin } from '../../shared/payments/transfer.ts'
import { useClient, useStore } from '../client-context.tsx'
import { requestPayment } from '../orders/actions.ts'
import { useLoad } from '../use-load.ts'

/** What exactly to send for an order in the chosen way; null until the server has answered. */
export function usePaymentRequest(
  order: Order,
  isEnabled: boolean,
  method: PaymentMethod,
  coin: Coin | undefined,
  /** The wallet takes no more. */
  twoDecimals: boolean,
) {
  const client = useClient()
  const chosen =
    method === 'crypto' && coin
      ? { method, network: coin.network, token: coin.token, twoDecimals: twoDecimals && isDollar(coin.token) }
      : { method }
  const key = ['payment-request', order._id, order.total, ...Object.values(chosen)].join('/')
  const isPending = order.paymentStatus === 'pending'
  const loading = useLoad(isEnabled && isPending ? key : null, () => requestPayment(client, order._id, chosen))
  const latest = useStore((state) => state.orders.requests[order._id])
  const isSame =
    latest?.method === method &&
    (method !== 'crypto' || (latest.network === coin?.network && latest.token === coin.token))
  return { request: isSame && (loading.status === 'ready' || !isPending) ? latest : null, loading }
}
