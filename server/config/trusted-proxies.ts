import { BlockList, isIP } from 'node:net'

/** The reverse proxies whose `X-Forwarded-For` is believed. */
export type TrustedProxies = { has(address: string): boolean }

/**
 * Reads addresses and networks in CIDR notation, separated by commas: `10.0.0.1, 10.1.0.0/16, fd00::/8`.
 * @returns null when a part is neither
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const list = new BlockList()
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  if (!entries.every((entry) => addEntry(list, entry))) return null
  // A check costs several microseconds, with an empty list too.
  return { has: (address) => entries.length > 0 && isIP(address) !== 0 && list.check(address, familyOf(address)) }
}

function addEntry(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) {
    list.addAddress(address, familyOf(address))
    return true
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (isIP(address) === 4 ? 32 : 128)) return false
  list.addSubnet(address, Number(prefix), familyOf(address))
  return true
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
