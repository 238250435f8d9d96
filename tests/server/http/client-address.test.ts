import { afterEach, describe, expect, it } from 'vitest'
import { parseTrustedProxies } from '../../../server/config/trusted-proxies.ts'
import { clientAddress } from '../../../server/http/client-address.ts'
import { startTestServer, type TestServer } from '../../app.ts'

it.each([
  ['203.0.113.7', undefined, '', '203.0.113.7'],
  [undefined, undefined, '', '127.0.0.1'],
  ['10.1.2.3', '203.0.113.9, 10.4.5.6', '10.0.0.0/8', '203.0.113.9'],
  ['11.1.2.3', '203.0.113.9', '10.0.0.0/8', '11.1.2.3'],
  ['fd00::7', '203.0.113.9', '127.0.0.1, fd00::/8', '203.0.113.9'],
  ['::ffff:10.1.2.3', '2001:db8:1:2::9', '10.0.0.0/8', '2001:db8:1:2::/64'],
  ['10.0.0.1', 'nonsense', '10.0.0.1', 'nonsense'],
  ['::ffff:203.0.113.7', undefined, '', '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', '', '203.0.113.7'],
  ['::ffff:10.0.0.1', '198.51.100.1, 203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['10.0.0.1', '203.0.113.9, 10.0.0.2', '10.0.0.1, 10.0.0.2', '203.0.113.9'],
  ['10.0.0.1', '', '10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', undefined, '', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::9', undefined, '', '2001:db8:1:2::/64'],
  ['2001:db8::9', undefined, '', '2001:db8:0:0::/64'],
  ['::1', undefined, '', '0:0:0:0::/64'],
])(
  'takes a connection from %s, forwarded for %s, with trusted proxies %j as %s',
  (remote, forwarded, proxies, address) => {
    expect(clientAddress(remote, forwarded, parseTrustedProxies(proxies)!)).toBe(address)
  },
)

describe('rate limits by address', () => {
  let server: TestServer
  afterEach(() => server.close())
  const start = async (trustedProxies: string) => {
    server = await startTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: trustedProxies })
    const url = await server.listen()
    /** How many of 35 refreshes, of which 30 are allowed, return 429. */
    return async (forwardedFor: (n: number) => string) => {
      const request = (n: number) =>
        fetch(`${url}/api/auth/refresh`, { method: 'POST', headers: { 'x-forwarded-for': forwardedFor(n) } })
      const responses = await Promise.all(Array.from({ length: 35 }, (_, n) => request(n)))
      return responses.filter(({ status }) => status === 429).length
    }
  }

  it('count the address that a trusted proxy appended', async () => {
    const countLimited = await start('127.0.0.1')
    expect(await countLimited(() => '203.0.113.7')).toBeGreaterThan(0)
    expect(await countLimited((n) => `203.0.${n}.8`)).toBe(0)
  })

  it('ignore what the client sent before it', async () => {
    const countLimited = await start('127.0.0.1')
    expect(await countLimited((n) => `198.51.${n}.1, 203.0.113.9`)).toBeGreaterThan(0)
  })

  it('count an IPv6 network as one address', async () => {
    const countLimited = await start('127.0.0.1')
    const sameNetwork = (n: number) => `2001:db8:1:2:${(n * 1789).toString(16)}::${n.toString(16)}`
    expect(await countLimited(sameNetwork)).toBeGreaterThan(0)
    expect(await countLimited((n) => `2001:db8:2:${n.toString(16)}::1`)).toBe(0)
  })

  it('ignore the header without a trusted proxy', async () => {
    const countLimited = await start('')
    expect(await countLimited((n) => `203.0.${n}.8`)).toBeGreaterThan(0)
  })
})
