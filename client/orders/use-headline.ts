import type { Order } from '../../shared/orders/schema.ts'
import type { PaymentProgress } from '../../shared/payments/progress.ts'
import { useStore } from '../client-context.tsx'
import { useNow } from '../lib/use-now.ts'
import { useNextOpening } from '../storefront/use-next-opening.ts'
import { useMoney } from '../use-money.ts'
import { headlineOf } from './headline.ts'

/**
 * The state of an order in the words of its page, as of this minute.
 * @param transfer what is known of it from its chain
 */
export function useHeadline(order: Order, transfer?: PaymentProgress) {
  const now = useNow(60_000)
  const { sendsEmails, refundWithin } = useStore((state) => state.config) ?? {}
  return headlineOf(order, now, useMoney(), { transfer, sendsEmails, refundWithin, opensAt: useNextOpening() })
}
