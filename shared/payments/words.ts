import { rates } from '../money.ts'
import type { PaymentMethod } from './methods.ts'

/** What a customer writes with a transfer, by which we find it, on every screen and in every email. */
export const paymentCodeLabel = 'Payment code'

/** The number that a transfer gets from the bank, Binance or the chain. */
export const transferReferenceLabels: Record<PaymentMethod, string> = {
  bank: 'Transfer reference',
  binance: 'Binance order ID',
  crypto: 'Transaction hash',
}

/** The same within a sentence: 'transfer reference', 'Binance order ID'. */
export function transferReferenceInText(method: PaymentMethod): string {
  const label = transferReferenceLabels[method]
  return method === 'binance' ? label : label.toLowerCase()
}

/** At how many rupees a dollar was, or is, converted: 'Rs 305 to the dollar'. */
export const describeRate = (rate: number = rates.LKR.rate) => `${rates.LKR.symbol}${rate} to the dollar`
