/** The methods an order can be paid with. */
export const supportedPaymentMethods = ['binance', 'crypto', 'bank'] as const
export type PaymentMethod = (typeof supportedPaymentMethods)[number]

/** All methods shown at checkout, including those that are not available yet. */
export const paymentMethods: { method: string; label: string; hint: string; available: boolean }[] = [
  { method: 'binance', label: 'Binance Pay', hint: '0 fees', available: true },
  { method: 'crypto', label: 'Crypto wallet', hint: 'USDT, USDC, ETH or BNB on six networks', available: true },
  { method: 'bank', label: 'Bank transfer', hint: 'In Sri Lankan rupees', available: true },
  { method: 'stripe', label: 'Stripe', hint: '2.9% fee', available: false },
  { method: 'paypal', label: 'PayPal', hint: '', available: false },
  { method: 'googlepay', label: 'Google Pay', hint: '', available: false },
  { method: 'applepay', label: 'Apple Pay', hint: '', available: false },
  { method: 'visa', label: 'Visa', hint: '', available: false },
]
export const methodLabel = (method: string) =>
  paymentMethods.find((option) => option.method === method)?.label ?? method

const namesInSentences: Record<string, string> = { bank: 'bank transfer', crypto: 'crypto transfer' }
/** As in 'sent by bank transfer'. */
export const methodInSentence = (method: string) => namesInSentences[method] ?? methodLabel(method)
