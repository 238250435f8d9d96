import type { Network } from './schema.ts'

/** Where anybody can look a network's transactions up. TRON's wants hashes without 0x. */
const explorers: Record<Network, string> = {
  BASE: 'https://basescan.org/tx/0x',
  ARB: 'https://arbiscan.io/tx/0x',
  ERC20: 'https://etherscan.io/tx/0x',
  BEP20: 'https://bscscan.com/tx/0x',
  OP: 'https://optimistic.etherscan.io/tx/0x',
  MATIC: 'https://polygonscan.com/tx/0x',
  TRC20: 'https://tronscan.org/#/transaction/',
}

/** The page of a transaction in its network's explorer. @param hash 64 hex digits */
export const explorerLink = (network: Network, hash: string) => `${explorers[network]}${hash.toLowerCase()}`
