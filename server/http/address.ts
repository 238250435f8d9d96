import { isIPv6 } from 'node:net'

/**
 * Where a request came from. `X-Forwarded-For` is believed from the proxies that were set, and from nobody else.
 * @param forwarded the header, in which each proxy adds whom it heard at the end
 */
export function addressOf(remote: string | undefined, forwarded: string | undefined, proxies: string[]): string {
  const last = plain(remote ?? 'local')
  if (!proxies.includes(last)) return householdOf(last)
  const chain = (forwarded ?? '').split(',').map(plain).filter(Boolean)
  return householdOf(chain.findLast((address) => !proxies.includes(address)) ?? last)
}

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/, '')

/** With IPv6 a single home has 2^64 addresses: they count as one. */
function householdOf(address: string): string {
  if (!isIPv6(address)) return address
  const [front = '', back = ''] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const before = front.split(':').filter(Boolean)
  const after = back.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}
