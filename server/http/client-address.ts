import { isIPv6 } from 'node:net'
import type { Env } from '../env.ts'

/**
 * The address that a request came from, as rate limits and logs count it. `X-Forwarded-For` is only believed when
 * the connection comes from a trusted proxy.
 * @param remote the address of the connection; undefined, without a connection, counts as this machine
 * @param forwarded the `X-Forwarded-For` header, to which each proxy appends its client
 */
export function clientAddress(
  remote: string | undefined,
  forwarded: string | undefined,
  trustedProxies: Env['trustedProxies'],
): string {
  const peer = unmapIPv4(remote ?? '127.0.0.1')
  if (!trustedProxies.has(peer)) return groupIPv6(peer)
  const chain = (forwarded ?? '').split(',').map(unmapIPv4).filter(Boolean)
  return groupIPv6(chain.findLast((address) => !trustedProxies.has(address)) ?? peer)
}

const unmapIPv4 = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/, '')

/** A single home has 2^64 IPv6 addresses: its /64 network counts as one. */
function groupIPv6(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const leading = head.split(':').filter(Boolean)
  const trailing = tail.split(':').filter(Boolean)
  const missing = address.includes('::') ? Math.max(0, 8 - leading.length - trailing.length) : 0
  const groups = [...leading, ...Array<string>(missing).fill('0'), ...trailing]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
