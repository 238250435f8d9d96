import { useHistoryState } from 'wouter/use-browser-location'
import * as z from 'zod/mini'

/** What the order page passes to the payment page in the history entry, so that it survives a reload. */
const PaymentState = z.object({
  orderId: z.string(),
  paymentMethod: z.string(),
  /** The discount the customer saw, in cents. */
  discountAmount: z.int(),
})
export type PaymentState = z.infer<typeof PaymentState>

/** null if the page was opened by its URL alone. */
export function usePaymentState(): PaymentState | null {
  const state: unknown = useHistoryState()
  return PaymentState.safeParse(state).data ?? null
}
