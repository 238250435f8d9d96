import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../../../server/accounts/open-session.ts'
import { change } from '../../../server/stream/change.ts'
import { type Answered, openTestStore, type TestStore } from '../../app.ts'
import { openWholeStore } from '../../pages.ts'
import { buildItem, buildOrder, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  // Requests of these tests come from `local`, which is believed when it says for whom it asks.
  store = await openTestStore({ RATE_LIMITS: 'on', TRUSTED_PROXIES: 'local' })
})
afterAll(() => store.close())

let addresses = 0
const anAddress = () => `203.0.113.${++addresses}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** So many are answered in whatever way, and one more is asked to wait. */
async function expectLimit(most: number, ask: (n: number) => Promise<Answered>) {
  const begun = Date.now()
  const statuses: number[] = []
  for (let n = 0; n < most; n += 1) statuses.push((await ask(n)).status)
  expect(statuses).not.toContain(429)
  // On a slow machine some have come back meanwhile.
  const refilled = Math.ceil(((Date.now() - begun) / 60_000) * most) + 1
  for (let n = 0; n < refilled; n += 1) {
    const { status, headers, body } = await ask(most + n)
    if (status !== 429) continue
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ success: false, error: 'too_many' })
    return
  }
  throw new Error(`${most + refilled} requests were answered.`)
}

describe('one more than is allowed is asked to wait', () => {
  const signIn = (address: string, email: string) =>
    store.call('POST', '/auth/login', { email, password: 'not hers' }, from(address))

  test('signing in to one account from one address: 5 a minute', async () => {
    const address = anAddress()
    await expectLimit(5, () => signIn(address, 'ada@example.com'))
  })

  test('resetting with guessed tokens: 30 a minute', async () => {
    const address = anAddress()
    const guess = { token: 'guessed', password: 'a good one' }
    await expectLimit(30, () => store.call('POST', '/auth/reset-password', guess, from(address)))
  })

  test('registering: 5 an hour', async () => {
    const address = anAddress()
    const person = { firstName: 'Sam', lastName: 'Silva', password: 'a good one' }
    await expectLimit(5, (n) =>
      store.call('POST', '/auth/register', { ...person, email: `limit${n}@example.com` }, from(address)),
    )
  })

  test('forgotten passwords: 3 an hour', async () => {
    const address = anAddress()
    await expectLimit(3, (n) =>
      store.call('POST', '/auth/forgot-password', { email: `x${n}@example.com` }, from(address)),
    )
  })

  test('renewing sessions: 30 a minute', async () => {
    const address = anAddress()
    await expectLimit(30, () => store.call('POST', '/auth/refresh', undefined, from(address)))
  })

  test('a visitor’s reads: 300 a minute', async () => {
    const address = anAddress()
    await expectLimit(300, () => store.call('GET', '/categories', undefined, from(address)))
  })

  test('a visitor’s pages: 300 a minute, which holds up neither others nor assets', async () => {
    const whole = await openWholeStore({ RATE_LIMITS: 'on', TRUSTED_PROXIES: 'local' })
    const [address, other] = [anAddress(), anAddress()]
    const ask = (path: string, by = address) => whole.app.request(`http://localhost${path}`, from(by))
    let answer = await ask('/faq')
    for (let n = 0; n < 400 && answer.status === 200; n += 1) answer = await ask('/faq')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await answer.text()).toContain('Too many requests. Please try again in a moment.')
    expect((await ask('/faq', other)).status).toBe(200)
    expect((await ask('/mark.svg')).status).toBe(200)
    await whole.close()
  })

  type Ask = (who: Somebody, n: number) => [method: string, path: string, body?: unknown]
  test.each<[string, number, Ask]>([
    ['looking coupons up', 10, (_, n) => ['GET', `/coupons/GUESS${n}`]],
    ['checking out', 10, () => ['POST', '/checkout', { paymentMethod: 'bank' }]],
    ['acting on orders', 20, (_, n) => ['PATCH', `/checkout/none/${['cancel', 'mark-paid'][n % 2]}`, {}]],
    ['reviews', 5, () => ['POST', '/reviews', { item: 'none', stars: 5, description: 'Good' }]],
    ['the cart', 60, () => ['POST', '/cart', { item: 'none', count: 1 }]],
    ['referral codes', 5, ({ id }, n) => ['POST', '/referral/use', { code: `GUESS${n}`, userId: id }]],
    ['the chat', 5, () => ['POST', '/support-chat/message', { message: 'Hello' }]],
    ['whatever else is changed', 60, () => ['POST', '/auth/dark-mode', { darkMode: true }]],
  ])('%s: %i, whatever session it comes from', async (_, most, ask) => {
    const who = await buildUser(store)
    await expectLimit(most, async (n) => {
      const [method, path, body] = ask(who, n)
      // Signing in again begins no new count; looking is counted by the session.
      const token = n === most && method !== 'GET' ? await anotherToken(who) : who.token
      return store.call(method, path, method === 'PATCH' && path.endsWith('cancel') ? undefined : body, { token })
    })
  })

  const anotherToken = async (who: Somebody) =>
    (await change(store.store, (making) => openSession(making, who, 'another'))).access
})

describe('and nobody is locked out by it', () => {
  test('of an account that somebody else guesses at: its owner signs in from where they are', async () => {
    const person = { firstName: 'Eve', lastName: 'Silva', email: 'locked@example.com', password: 'a good one' }
    await store.call('POST', '/auth/register', person, from(anAddress()))
    const attacker = anAddress()
    const { email } = person
    for (let n = 0; n < 40; n += 1)
      await store.call('POST', '/auth/login', { email, password: `guess ${n}` }, from(attacker))
    const tried = await store.call('POST', '/auth/login', { email, password: 'a good one' }, from(attacker))
    expect(tried.status).toBe(429)
    const own = await store.call('POST', '/auth/login', { email, password: 'a good one' }, from(anAddress()))
    expect(own.status).toBe(200)
  })

  test('nor does a session of one’s own open a way around the limit on signing in', async () => {
    const address = anAddress()
    const tokens = await Promise.all(Array.from({ length: 40 }, async () => (await buildUser(store)).token))
    await expectLimit(30, (n) =>
      store.call(
        'POST',
        '/auth/reset-password',
        { token: 'x', password: 'a good one' },
        {
          ...from(address),
          token: tokens[n % tokens.length],
        },
      ),
    )
  })

  test('nor by what others order at the same time', async () => {
    const [ada, sam] = [await buildUser(store), await buildUser(store)]
    await buildItem(store)
    for (let n = 0; n < 12; n += 1)
      await store.call('POST', '/checkout', { paymentMethod: 'bank' }, { token: ada.token })
    expect((await buildOrder(store, sam)).total).toBe(10)
  })
})

describe('where a request comes from', () => {
  const ask = (forwarded: string, on = store) => on.call('POST', '/auth/refresh', undefined, from(forwarded))
  const refusedOf35 = async (forwarded: (n: number) => string, on = store) => {
    const answers = []
    for (let n = 0; n < 35; n += 1) answers.push((await ask(forwarded(n), on)).status)
    return answers.filter((status) => status === 429).length
  }

  test('a home with IPv6 has one address, however many it uses', async () => {
    expect(await refusedOf35((n) => `2001:db8:1:2:${(n * 1789).toString(16)}::${n.toString(16)}`)).toBeGreaterThan(0)
    expect(await refusedOf35((n) => `2001:db8:2:${n.toString(16)}::1`)).toBe(0)
  })

  test('what a client writes itself before what the proxy added is not believed', async () => {
    expect(await refusedOf35((n) => `198.51.100.${n}, 203.0.113.200`)).toBeGreaterThan(0)
  })

  test('and from whom is no proxy, nothing is', async () => {
    const plain = await openTestStore({ RATE_LIMITS: 'on' })
    expect(await refusedOf35((n) => `203.0.113.${n}`, plain)).toBeGreaterThan(0)
    await plain.close()
  })
})
