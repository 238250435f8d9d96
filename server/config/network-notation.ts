import type { Network } from '../../shared/payments/schema.ts'
import { decodeTronAddress, encodeTronAddress } from './tron-address.ts'

/** How people write the addresses and hashes of a network, whose nodes all speak Ethereum's JSON-RPC. */
type Notation = {
  /** @returns 0x and 40 hex digits in lower case, as nodes write it; null if it isn't an address */
  parseAddress(address: string): string | null
  /** @param hex 0x and 40 hex digits */
  formatAddress(hex: string): string
  /** @param hash 64 hex digits */
  formatHash(hash: string): string
}

const ethereum: Notation = {
  parseAddress: (address) => (/^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : null),
  formatAddress: (hex) => hex,
  formatHash: (hash) => `0x${hash.toLowerCase()}`,
}

const tron: Notation = {
  parseAddress: decodeTronAddress,
  formatAddress: encodeTronAddress,
  formatHash: (hash) => hash.toLowerCase(),
}

export const notationOf = (network: Network): Notation => (network === 'TRC20' ? tron : ethereum)

/** An address as the nodes of its network write it. @throws if it isn't one, which the configuration rules out */
export function toNodeAddress(network: Network, address: string): string {
  const hex = notationOf(network).parseAddress(address)
  if (hex === null) throw new Error(`Not an address on ${network}`)
  return hex
}
