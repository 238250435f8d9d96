import type { Network, Token } from './schema.ts'

type Chain = {
  /** What its nodes report as `eth_chainId`. */
  chainId: number
  native: string
  contracts: Partial<Record<Token, { address: string; decimals: number }>>
}

/** Each network's chain id and native coin, and the contracts of its dollar tokens as published by their issuers. */
export const chains: Record<Network, Chain> = {
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
  // USDC is no longer issued there.
  TRC20: {
    chainId: 728_126_428,
    native: 'TRX',
    contracts: { USDT: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 } },
  },
}

/** Whether wallets of a network read the payment links of Ethereum's. */
export const hasWalletLinks = (network: Network) => network !== 'TRC20'

/**
 * The payment link (EIP-681) in the QR code, or the address alone where wallets know no such link. It includes the amount
 * for dollar tokens only: native coins have no exchange rate here.
 * @param units the amount in the token's smallest unit
 */
export function walletLink(network: Network, token: Token, address: string, units: bigint): string {
  if (!hasWalletLinks(network)) return address
  const { chainId, contracts } = chains[network]
  const contract = contracts[token]
  if (!contract) return `ethereum:${address}@${chainId}`
  return `ethereum:${contract.address}@${chainId}/transfer?address=${address}&uint256=${units}`
}
