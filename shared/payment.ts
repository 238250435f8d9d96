import * as z from 'zod/mini'

/** The payment methods of SPEC.md §3: three that work, five shown as unavailable. */
export const payable = ['binance', 'crypto', 'bank'] as const
export type PaymentMethod = (typeof payable)[number]
export const PaymentMethod = z.enum(payable, { error: 'This payment method is not handled on this page.' })

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
export const methodLabel = (method: string) => paymentMethods.find((one) => one.method === method)?.label ?? method

export const networks = ['BASE', 'ARB', 'ERC20', 'BEP20', 'OP', 'MATIC'] as const
export type Network = (typeof networks)[number]
export const tokens = ['USDT', 'USDC', 'ETH', 'BNB'] as const
export type Token = (typeof tokens)[number]

/** Where the store takes money: read from a file at start, never editable from the web. */
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
          .check(z.regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address: 0x and 40 hex digits' })),
      }),
    )
    .check(z.minLength(1)),
})
export type TransferAccounts = z.infer<typeof TransferAccounts>

type OnChain = {
  chainId: number
  native: string
  contracts: Partial<Record<Token, { address: string; decimals: number }>>
}

/** The chains behind the networks' names, and the issuers' published contracts of the dollar tokens there. */
export const chains: Record<Network, OnChain> = {
  BASE: {
    chainId: 8453,
    native: 'ETH',
    contracts: {
      USDT: { address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', decimals: 6 },
      USDC: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 },
    },
  },
  ARB: {
    chainId: 42161,
    native: 'ETH',
    contracts: {
      USDT: { address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', decimals: 6 },
      USDC: { address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', decimals: 6 },
    },
  },
  ERC20: {
    chainId: 1,
    native: 'ETH',
    contracts: {
      USDT: { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
      USDC: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    },
  },
  BEP20: {
    chainId: 56,
    native: 'BNB',
    contracts: {
      USDT: { address: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
      USDC: { address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
    },
  },
  OP: {
    chainId: 10,
    native: 'ETH',
    contracts: {
      USDT: { address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', decimals: 6 },
      USDC: { address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', decimals: 6 },
    },
  },
  MATIC: {
    chainId: 137,
    native: 'MATIC',
    contracts: {
      USDT: { address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
      USDC: { address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
    },
  },
}

/**
 * The payment link (EIP-681) that a wallet reads from the QR. The dollar tokens carry the amount;
 * the chains' own coins have no rate here, so theirs carries the address alone.
 */
export function walletLink(network: Network, token: Token, address: string, cents: number): string {
  const { chainId, contracts } = chains[network]
  const contract = contracts[token]
  if (!contract) return `ethereum:${address}@${chainId}`
  const units = (BigInt(cents) * 10n ** BigInt(contract.decimals)) / 100n
  return `ethereum:${contract.address}@${chainId}/transfer?address=${address}&uint256=${units}`
}
