import type { Network } from '../../shared/payments/schema.ts'

/** What wallets call each network, and what a transfer on it costs. */
export const networkNames: Record<Network, { name: string; hint: string }> = {
  BASE: { name: 'Base', hint: 'low fee' },
  ARB: { name: 'Arbitrum', hint: 'low fee' },
  ERC20: { name: 'Ethereum', hint: 'high fee' },
  BEP20: { name: 'BNB Chain', hint: 'low fee' },
  OP: { name: 'Optimism', hint: 'low fee' },
  MATIC: { name: 'Polygon', hint: 'low fee' },
  TRC20: { name: 'TRON', hint: 'medium fee' },
}
