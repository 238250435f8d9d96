import type { PaymentMethod } from '../../shared/payments/schema.ts'

/** Where the reference of a sent transfer stands. */
export const referenceHints: Record<PaymentMethod, string> = {
  bank: 'From your bank’s confirmation of the transfer.',
  binance: 'From the payment in your Binance app.',
  crypto: 'From your wallet, once the transfer is sent.',
}
