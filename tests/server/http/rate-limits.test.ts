import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { createRateLimits } from '../../../server/http/rate-limits.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { type ApiResponse, startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildOrder, buildUser, type TestUser } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'

let server: TestServer
beforeAll(async () => {
  // Requests made without a socket come from this machine.
  server = await startTestServerWithPages({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => server.close())

let addressCount = 0
const newAddress = () => `203.0.113.${++addressCount}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const signIn = (address: string, email: string, password = 'a wrong one') =>
  server.call('POST', '/auth/login', { email, password }, from(address))

/** Expects `limit` requests to pass, whatever their status, and a further one to return 429. */
async function expectLimit(
  limit: number,
  request: (n: number) => Promise<ApiResponse>,
  { perMinute, startedAt } = { perMinute: limit, startedAt: Date.now() },
) {
  const statuses: number[] = []
  for (let n = 0; n < limit; n += 1) statuses.push((await request(n)).status)
  expect(statuses).not.toContain(429)
  // On a slow machine, some tokens have been refilled in the meantime.
  const refilled = Math.ceil(((Date.now() - startedAt) / 60_000) * perMinute) + 1
  for (let n = 0; n < refilled; n += 1) {
    const { status, headers, body } = await request(limit + n)
    if (status !== 429) continue
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ success: false, error: 'too_many' })
    expect(body).not.toHaveProperty('retryAfter')
    return
  }
  throw new Error(`None of ${limit + refilled} requests returned 429.`)
}

describe('by address', () => {
  it('allows 5 logins a minute to one account, however its email is written', async () => {
    const address = newAddress()
    await expectLimit(5, (n) => signIn(address, n % 2 ? 'ada@example.com' : 'ADA@example.com '))
    expect((await signIn(address, 'sam@example.com')).status).toBe(401)
  })

  it('allows 30 guesses of a reset token a minute, with sessions or without', async () => {
    const address = newAddress()
    const tokens = await Promise.all(Array.from({ length: 40 }, async () => (await buildUser(server)).token))
    const guess = { token: 'guessed', password: 'a good one' }
    await expectLimit(30, (n) =>
      server.call('POST', '/auth/reset-password', guess, { ...from(address), token: n % 2 ? undefined : tokens[n] }),
    )
  })

  it('allows 5 registrations an hour', async () => {
    const address = newAddress()
    const person = { firstName: 'Sam', lastName: 'Silva', password: 'a good one' }
    await expectLimit(5, (n) =>
      server.call('POST', '/auth/register', { ...person, email: `limit${n}@example.com` }, from(address)),
    )
  })

  it('allows 3 forgotten passwords an hour for one account and 10 for all', async () => {
    const [address, other] = [newAddress(), newAddress()]
    await expectLimit(3, () => server.call('POST', '/auth/forgot-password', { email: 'x@example.com' }, from(other)))
    await expectLimit(10, (n) =>
      server.call('POST', '/auth/forgot-password', { email: `x${n}@example.com` }, from(address)),
    )
  })

  it('allows 30 refreshes a minute', async () => {
    const address = newAddress()
    await expectLimit(30, () => server.call('POST', '/auth/refresh', undefined, from(address)))
  })

  it('allows 300 reads a minute', async () => {
    const address = newAddress()
    await expectLimit(300, () => server.call('GET', '/categories', undefined, from(address)))
  })

  it('counts reads of the API and pages together, but not of assets', async () => {
    const [address, other] = [newAddress(), newAddress()]
    const getPage = (path: string, by = address) => server.router.request(`http://localhost${path}`, from(by))
    expect((await getPage('/faq')).status).toBe(200)
    expect((await server.call('GET', '/categories', undefined, from(address))).status).toBe(200)
    // In the future, so that no token is refilled before the next request.
    const now = Date.now() + 60_000
    for (let n = 0; n < 300; n += 1) void server.app.rateLimits.consume('read', { address }, now)
    expect((await server.call('GET', '/categories', undefined, from(address))).status).toBe(429)
    const page = await getPage('/faq')
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await page.text()).toContain('Too many requests. Please try again in a moment.')
    expect((await getPage('/mark.svg')).status).toBe(200)
    expect((await getPage('/faq', other)).status).toBe(200)
  })
})

describe('searches for items', () => {
  it('are limited to 30 a minute, by API and pages together', async () => {
    const address = newAddress()
    const page = () => server.router.request('http://localhost/items?q=cloud', from(address))
    const api = () => server.call('GET', '/items?q=cloud', undefined, from(address))
    const startedAt = Date.now()
    for (let n = 0; n < 10; n += 1) expect((await page()).status).toBe(200)
    await expectLimit(20, api, { perMinute: 30, startedAt })
    expect((await page()).status).toBe(429)
    // Reading on is another limit.
    expect((await server.call('GET', '/items?q=%20', undefined, from(address))).status).toBe(200)
    expect((await server.router.request('http://localhost/items', from(address))).status).toBe(200)
    expect((await server.call('GET', '/items?q=cloud', undefined, from(newAddress()))).status).toBe(200)
  })

  it('count by user where one is known', async () => {
    const [ada, sam] = [await buildUser(server), await buildUser(server)]
    const search = ({ token }: TestUser) =>
      server.call('GET', '/items?q=cloud', undefined, { token, ...from(newAddress()) })
    await expectLimit(30, () => search(ada))
    expect((await search(sam)).status).toBe(200)
  })
})

describe('by user', () => {
  type BuildRequest = (user: TestUser, n: number) => [method: string, path: string, body?: unknown]
  it.each<[string, number, BuildRequest]>([
    ['coupon lookups', 10, (_, n) => ['GET', `/coupons/GUESS${n}`]],
    ['checkouts', 10, () => ['POST', '/checkout', { paymentMethod: 'bank' }]],
    ['order changes', 20, (_, n) => ['PATCH', `/checkout/none/${['cancel', 'mark-paid'][n % 2]}`, {}]],
    ['reviews', 5, () => ['POST', '/reviews', { item: 'none', stars: 5, description: 'Good' }]],
    ['cart changes', 60, () => ['POST', '/cart', { item: 'none', count: 1 }]],
    ['referral codes', 5, ({ id }, n) => ['POST', '/referral/use', { code: `GUESS${n}`, userId: id }]],
    ['support messages', 5, () => ['POST', '/support-chat/message', { message: 'Hello' }]],
    ['other changes', 60, () => ['POST', '/auth/dark-mode', { darkMode: true }]],
  ])('limits %s to %i, whatever session and address they come from', async (_, limit, buildRequest) => {
    const user = await buildUser(server)
    await expectLimit(limit, async (n) => {
      const [method, path, body] = buildRequest(user, n)
      const token = n % 3 === 2 ? await openAnotherSession(user) : user.token
      return server.call(method, path, path.endsWith('cancel') ? undefined : body, { token, ...from(newAddress()) })
    })
  })

  const openAnotherSession = async (user: TestUser) =>
    (await runMutation(server.app, (ctx) => openSession(ctx, user, 'another'))).access

  it('counts support messages over REST and sockets together', async () => {
    const user = await buildUser(server)
    const connection = await server.connect({ token: user.token })
    const sendOverSocket = (n: number) => connection.emit('support:send', { clientId: `c${n}`, message: `${n}` })
    const sendOverRest = (n: number) =>
      server.call('POST', '/support-chat/message', { message: `${n}` }, { token: user.token })
    expect((await sendOverRest(0)).status).toBe(200)
    for (let n = 1; n < 5; n += 1) expect(await sendOverSocket(n)).toMatchObject({ success: true })
    expect((await sendOverRest(5)).status).toBe(429)
    expect(await sendOverSocket(6)).toMatchObject({ success: false, error: 'too_many' })
  })

  it('counts reads by user, in every session, and not by address', async () => {
    const user = await buildUser(server)
    const address = newAddress()
    const tokens = [user.token, await openAnotherSession(user)]
    // In the future, so that no token is refilled before the next request.
    const now = Date.now() + 60_000
    for (let n = 0; n < 300; n += 1) void server.app.rateLimits.consume('read', { user: user.id }, now)
    for (const token of tokens) {
      expect((await server.call('GET', '/categories', undefined, { token, ...from(address) })).status).toBe(429)
    }
    expect((await server.call('GET', '/categories', undefined, from(address))).status).toBe(200)
  })

  it('counts what is marked as read over REST and sockets together', async () => {
    const user = await buildUser(server)
    const connection = await server.connect({ token: user.token })
    const now = Date.now() + 60_000
    for (let n = 0; n < 60; n += 1) void server.app.rateLimits.consume('change', { user: user.id }, now)
    expect(await connection.emit('support:read', { upTo: 'none' })).toMatchObject({ error: 'too_many' })
    const { token } = user
    expect((await server.call('POST', '/support-chat/messages/none/read', undefined, { token })).status).toBe(429)
    expect((await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token })).status).toBe(429)
  })

  it('does not limit other users', async () => {
    const [ada, sam] = [await buildUser(server), await buildUser(server)]
    await buildItem(server)
    for (let n = 0; n < 12; n += 1) {
      await server.call('POST', '/checkout', { paymentMethod: 'bank' }, { token: ada.token })
    }
    expect((await buildOrder(server, sam)).total).toBe(10)
  })

  it('changes nothing beyond the limit', async () => {
    const before = await server.app.db.$count(orders)
    const { token } = await buildUser(server)
    await expectLimit(10, () => server.call('POST', '/checkout', { paymentMethod: 'bank' }, { token }))
    expect(await server.app.db.$count(orders)).toBe(before)
  })
})

it('does not lock the owner out of an account whose password is guessed elsewhere', async () => {
  const person = { firstName: 'Eve', lastName: 'Silva', email: 'locked@example.com', password: 'a good one' }
  await server.call('POST', '/auth/register', person, from(newAddress()))
  const attacker = newAddress()
  for (let n = 0; n < 40; n += 1) await signIn(attacker, person.email, `guess ${n}`)
  expect((await signIn(attacker, person.email, person.password)).status).toBe(429)
  expect((await signIn(newAddress(), person.email, person.password)).status).toBe(200)
})

it('limits nothing when turned off', async () => {
  const unlimited = await startTestServer()
  const responses = await Promise.all(Array.from({ length: 40 }, () => unlimited.call('POST', '/auth/refresh')))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]))
  await unlimited.close()
})

describe('createRateLimits', () => {
  const start = 1_700_000_000_000

  const isRefused = (consume: () => void) => {
    try {
      consume()
      return false
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return true
    }
  }
  const countAllowed = (consume: () => void, max = 1000) => {
    for (let n = 0; n < max; n += 1) if (isRefused(consume)) return n
    return max
  }

  /** Guesses as soon as the limit allows. @returns the seconds waited before each guess */
  function createGuesser(address: string) {
    const { consume, recordFailure, recordSuccess } = createRateLimits(true)
    let now = start
    const attempt = () => {
      const startedAt = now
      for (;;) {
        try {
          consume('signIn', { address }, now)
          return (now - startedAt) / 1000
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          now += Number(error.extra.retryAfter) * 1000
        }
      }
    }
    return {
      guess: (count: number, account = (n: number) => `victim${n % 50}`) =>
        Array.from({ length: count }, (_, n) => {
          const waited = attempt()
          recordFailure('signIn', address, account(n), now)
          return waited
        }),
      logIn(account: string) {
        attempt()
        recordSuccess('signIn', address, account, now)
      },
      wait: (seconds: number) => (now += seconds * 1000),
    }
  }

  it('lengthens the wait with each failure, up to a minute, and forgets it after an hour', () => {
    const { guess, wait } = createGuesser('203.0.113.1')
    const waits = guess(100)
    expect(waits.slice(0, 10)).toEqual(Array(10).fill(0))
    expect(waits.at(25)).toBeGreaterThan(10)
    expect(waits.at(25)).toBeLessThan(waits.at(35)!)
    expect(Math.max(...waits)).toBeLessThanOrEqual(60)
    wait(3600)
    expect(Math.max(...guess(10).slice(1))).toBeLessThanOrEqual(2)
  })

  it('forgets the failures of an account that logs in, and of no other', () => {
    const { guess, logIn } = createGuesser('203.0.113.1')
    // An owner who mistypes.
    for (let n = 0; n < 20; n += 1) {
      guess(2, () => 'owner')
      logIn('owner')
    }
    expect(Math.max(...guess(10, () => 'owner').slice(1))).toBeLessThanOrEqual(2)
    // A thief who logs in to an account of their own between guesses.
    for (let n = 0; n < 10; n += 1) {
      guess(8)
      logIn('thief')
    }
    expect(Math.max(...guess(10))).toBeGreaterThan(50)
  })

  it('keeps a bucket that is not full, however many addresses are invented', () => {
    const { consume } = createRateLimits(true)
    const enterCode = () => consume('code', { user: 'staff' }, start)
    const register = (address: string) => consume('register', { address }, start)
    expect(countAllowed(enterCode)).toBe(10)
    expect(countAllowed(() => register('203.0.113.1'))).toBe(5)
    const allowed = Array.from(
      { length: 120_000 },
      (_, n) => !isRefused(() => register(`${n >> 24}.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`)),
    ).filter(Boolean).length
    // Beyond 50,000 buckets, new addresses share 1,024.
    expect(allowed).toBeGreaterThan(50_000)
    expect(allowed).toBeLessThanOrEqual(50_000 + 5 * 1024)
    expect(countAllowed(enterCode)).toBe(0)
    expect(countAllowed(() => register('203.0.113.1'))).toBe(0)
    // Once the buckets are full again, they make room.
    expect(countAllowed(() => consume('register', { address: '203.0.113.9' }, start + 7_200_000))).toBe(5)
  })

  it('counts the networks of an IPv6 site together: 16 times what one of them gets', () => {
    const { consume } = createRateLimits(true)
    const register = (network: string) => consume('register', { address: `${network}::/64` }, start)
    expect(countAllowed(() => register('2001:db8:1:0'))).toBe(5)
    let n = 0
    expect(countAllowed(() => register(`2001:db8:1:${(n += 1).toString(16)}`))).toBe(16 * 5 - 5)
    expect(countAllowed(() => register('2001:db8:2:0'))).toBe(5)
  })

  it('refills a bucket over time, never beyond its burst, and not when the clock is set back', () => {
    const { consume } = createRateLimits(true)
    const consumeAll = (now: number, max = 100) => {
      for (let n = 0; n < max; n += 1) {
        try {
          consume('coupon', { user: 'ada' }, now)
        } catch {
          return n
        }
      }
      return max
    }
    expect(consumeAll(start)).toBe(10)
    expect(consumeAll(start + 5_999)).toBe(0)
    expect(consumeAll(start + 6_000)).toBe(1)
    expect(consumeAll(start + 36_000)).toBe(5)
    expect(consumeAll(start + 86_400_000)).toBe(10)
    expect(consumeAll(start)).toBe(0)
  })
})
