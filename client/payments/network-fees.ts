import type { Network } from '../../shared/payments/schema.ts'

/** What a transfer on each network costs. */
export const networkFees: Record<Network, string> = {
  BASE: 'low fee',
  ARB: 'low fee',
  ERC20: 'high fee',
  BEP20: 'low fee',
  OP: 'low fee',
  MATIC: 'low fee',
  TRC20: 'medium fee',
}
