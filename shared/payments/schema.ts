import * as z from 'zod/mini'
import { type PaymentMethod as Method, supportedPaymentMethods } from './methods.ts'

export { methodInSentence, methodLabel, paymentMethods, supportedPaymentMethods } from './methods.ts'
export type PaymentMethod = Method
export const PaymentMethod = z.enum(supportedPaymentMethods, {
  error: 'This payment method is not handled on this page.',
})

export const isPayable = (method: string): method is PaymentMethod =>
  supportedPaymentMethods.some((supported) => supported === method)

export const networks = ['BASE', 'ARB', 'ERC20', 'BEP20', 'OP', 'MATIC', 'TRC20'] as const
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
        address: z.string().check(
          z.regex(/^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/, {
            error: 'must be an address: 0x followed by 40 hex digits, or on TRC20 T followed by 33 letters and digits',
          }),
        ),
      }),
    )
    .check(z.minLength(1)),
})
export type TransferAccounts = z.infer<typeof TransferAccounts>

/** Where the money for an order goes: all accounts until a method is chosen, then those of the method. */
export const TransferTo = z.partial(TransferAccounts)
export type TransferTo = z.infer<typeof TransferTo>
