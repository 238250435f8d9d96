import * as z from 'zod/mini'

/** The methods an order can be paid with. */
export const supportedPaymentMethods = ['binance', 'crypto', 'bank'] as const
export type PaymentMethod = (typeof supportedPaymentMethods)[number]
export const PaymentMethod = z.enum(supportedPaymentMethods, {
  error: 'This payment method is not handled on this page.',
})

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

export const networks = ['BASE', 'ARB', 'ERC20', 'BEP20', 'OP', 'MATIC'] as const
export type Network = (typeof networks)[number]
export const tokens = ['USDT', 'USDC', 'ETH', 'BNB'] as const
export type Token = (typeof tokens)[number]

/** The accounts that receive money. Read from a file at startup; can't be edited from the web. */
export const TransferAccounts = z.strictObject({
  bank: z.strictObject({
    bankName: z.string(),
    branch: z.string(),
    accountName: z.string(),
    accountNumber: z.string(),
    swift: z.string(),
  }),
  binance: z.strictObject({ name: z.string(), payId: z.string() }),
  crypto: z
    .array(
      z.strictObject({
        network: z.enum(networks),
        tokens: z.array(z.enum(tokens)).check(z.minLength(1)),
        address: z
          .string()
          .check(z.regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address: 0x followed by 40 hex digits' })),
      }),
    )
    .check(z.minLength(1)),
})
export type TransferAccounts = z.infer<typeof TransferAccounts>
