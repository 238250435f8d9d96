import type { PaymentMethod } from '../../shared/payments/schema.ts'

/** Where the reference of a sent transfer stands. */
export const referenceHints: Record<PaymentMethod, string> = {
  bank: 'From your bank’s confirmation of the transfer.',
  binance: 'From the payment in your Binance app.',
  crypto: 'From your wallet, once the transfer is sent.',
}

/** The same for one that is being marked as paid, and what it is for. */
export const markPaidHints: Record<PaymentMethod, string> = {
  bank: 'From your bank’s confirmation. It helps us find the transfer sooner.',
  binance: 'From the payment in your Binance app. It helps us find it sooner.',
  crypto: 'From your wallet, once the transfer is sent. It helps us find it sooner.',
}
