import { useHistoryState } from 'wouter/use-browser-location'
import * as z from 'zod/mini'

/** What the order page hands to the payment page through the history entry; it survives a reload. */
const PaymentState = z.object({
  orderId: z.string(),
  paymentMethod: z.string(),
  /** What the customer was shown, in cents. */
  discountAmount: z.int(),
})
export type PaymentState = z.infer<typeof PaymentState>

/** null where the page was opened by its address alone. */
export function usePaymentState(): PaymentState | null {
  const state: unknown = useHistoryState()
  return PaymentState.safeParse(state).data ?? null
}
