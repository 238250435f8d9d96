import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '../../drizzle/schema.ts'
import { addressOf } from '../../server/http/address.ts'
import { createLimits } from '../../server/http/limits.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { openTestStore, type TestStore } from '../app.ts'
import { buildUser } from '../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => store.close())

const signIn = (email: string) => store.call('POST', '/auth/login', { email, password: 'not hers' })
const times = async <T>(count: number, work: () => Promise<T>) => {
  const done: T[] = []
  for (let i = 0; i < count; i += 1) done.push(await work())
  return done
}

test('signing in: five tries a minute for an account, and other accounts are not concerned', async () => {
  const tries = await times(6, () => signIn('ada@example.com'))
  expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
  const { body, headers } = tries[5]!
  expect(body).toMatchObject({ success: false, error: 'too_many' })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(12)
  expect(body).not.toHaveProperty('retryAfter')
  expect((await signIn('ADA@example.com ')).status).toBe(429)
  expect((await signIn('sam@example.com')).status).toBe(401)
})

test('looking coupons up: ten a minute for a person, so that codes can’t be guessed', async () => {
  const [ada, sam] = [await buildUser(store), await buildUser(store)]
  const look = (token: string) => store.call('GET', '/coupons/GUESS', undefined, { token })
  const answers = await times(11, () => look(ada.token))
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(404), 429])
  expect((await look(sam.token)).status).toBe(404)
})

test('checking out: what is refused for haste changes nothing', async () => {
  const { token } = await buildUser(store)
  const checkout = () => store.call('POST', '/checkout', { paymentMethod: 'bank' }, { token })
  const answers = await times(11, checkout)
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(422), 429])
  expect(await store.store.db.$count(orders)).toBe(0)
})

/** How many of 400 requests, which say to come from there, are asked to wait; 300 are taken, and a few more meanwhile. */
async function refusedOf400(on: TestStore, from: (n: number) => string) {
  const url = await on.listen()
  const ask = (n: number) => fetch(`${url}/api/health`, { headers: { 'x-forwarded-for': from(n) } })
  const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => ask(n)))
  return answers.filter(({ status }) => status === 429).length
}

test('an address counts by itself, and a proxy that is trusted says whose it is', async () => {
  expect(await refusedOf400(store, () => '203.0.113.7')).toBeGreaterThan(0)
  expect(await refusedOf400(store, (n) => `203.0.${n}.8`)).toBe(0)
  // What a client wrote itself stands before what the proxy added.
  expect(await refusedOf400(store, (n) => `198.51.${n}.1, 203.0.113.9`)).toBeGreaterThan(0)
})

test('without a trusted proxy nobody says what their address is', async () => {
  const plain = await openTestStore({ RATE_LIMITS: 'on' })
  expect(await refusedOf400(plain, (n) => `203.0.${n}.8`)).toBeGreaterThan(0)
  await plain.close()
})

test.each([
  ['203.0.113.7', undefined, [], '203.0.113.7'],
  ['::ffff:203.0.113.7', undefined, [], '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', [], '203.0.113.7'],
  ['::ffff:10.0.0.1', '198.51.100.1, 203.0.113.9', ['10.0.0.1'], '203.0.113.9'],
  ['10.0.0.1', '203.0.113.9, 10.0.0.2', ['10.0.0.1', '10.0.0.2'], '203.0.113.9'],
  ['10.0.0.1', '', ['10.0.0.1'], '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', undefined, [], '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::9', undefined, [], '2001:db8:1:2::/64'],
  ['2001:db8::9', undefined, [], '2001:db8:0:0::/64'],
  ['::1', undefined, [], '0:0:0:0::/64'],
])('who asks from %s, forwarded %s by %j, counts as %s', (remote, forwarded, proxies, counted) => {
  expect(addressOf(remote, forwarded, proxies)).toBe(counted)
})

test('who guesses passwords waits longer each time, a minute at the most, and no longer once one was right', () => {
  const { count, failed, succeeded } = createLimits(true)
  let now = 1_700_000_000_000
  /** Tries as soon as it may: how long it waited before each try, in seconds. */
  const guess = (tries: number) =>
    Array.from({ length: tries }, () => {
      const began = now
      for (;;) {
        try {
          count('signIn', 'mallory', now)
          failed('signIn', 'mallory')
          return (now - began) / 1000
        } catch (error) {
          now += Number((error as Refusal).extra.retryAfter) * 1000
        }
      }
    })
  const waits = guess(100)
  expect(waits.slice(0, 10)).toEqual(Array(10).fill(0))
  expect(waits.at(25)).toBeGreaterThan(10)
  expect(waits.at(25)).toBeLessThan(waits.at(35)!)
  expect(Math.max(...waits)).toBeLessThanOrEqual(60)
  succeeded('signIn', 'mallory')
  expect(Math.max(...guess(10).slice(1))).toBeLessThanOrEqual(2)
})

test('a bucket refills as time goes by, never beyond its size, and not when the clock is set back', () => {
  const { count } = createLimits(true)
  const taken = (now: number, most = 100) => {
    for (let i = 0; i < most; i += 1) {
      try {
        count('coupon', 'ada', now)
      } catch {
        return i
      }
    }
    return most
  }
  const start = 1_700_000_000_000
  expect(taken(start)).toBe(10)
  expect(taken(start + 5_999)).toBe(0)
  expect(taken(start + 6_000)).toBe(1)
  expect(taken(start + 36_000)).toBe(5)
  expect(taken(start + 86_400_000)).toBe(10)
  expect(taken(start)).toBe(0)
})

test('off, nobody waits', async () => {
  const open = await openTestStore()
  const tries = await times(40, () => open.call('POST', '/auth/refresh'))
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401]))
  await open.close()
})
