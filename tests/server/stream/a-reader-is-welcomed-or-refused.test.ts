import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Welcome } from '../../../shared/stream.ts'
import { type Follower, openTestStore, type TestStore, until } from '../../app.ts'
import { buildStaff, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterAll(() => store.close())

const epochOf = () => store.store.positions.epoch
const welcomeOf = (follower: Follower) => follower.told[0]!.data as { streams: Record<string, unknown> }

describe('a reader is welcomed before anything else', () => {
  test('a visitor to the catalogue alone', async () => {
    const visitor = await store.follow()
    expect(visitor.told[0]).toMatchObject({ name: 'welcome', data: { epoch: epochOf(), sessionExpiresAt: null } })
    expect(Object.keys(welcomeOf(visitor).streams)).toEqual(['catalogue'])
  })

  test('a customer to their own stream too, and not to the staff’s', async () => {
    const customer = await store.follow({ token: ada.token, epoch: epochOf(), since: { staff: 0, user: 0 } })
    expect(Object.keys(welcomeOf(customer).streams).toSorted()).toEqual(['catalogue', 'user'])
    expect(Date.parse(String(customer.told[0]!.data.sessionExpiresAt))).toBeGreaterThan(Date.now() + 14 * 60_000)
  })

  test('staff to all three', async () => {
    const staff = await store.follow({ token: mira.token })
    expect(Object.keys(welcomeOf(staff).streams).toSorted()).toEqual(['catalogue', 'staff', 'user'])
  })

  test('in the form of the contract', async () => {
    const staff = await store.follow({ token: mira.token })
    const read = z.safeDecode(Welcome, staff.told[0]!.data as never)
    expect(read.error).toBeUndefined()
    expect(JSON.parse(JSON.stringify(z.encode(Welcome, read.data!)))).toEqual(staff.told[0]!.data)
  })

  test('and hears that staff are there', async () => {
    const staff = await store.follow({ token: mira.token })
    expect((await store.follow()).told[0]!.data).toMatchObject({ supportOnline: true })
    staff.socket.disconnect()
  })
})

describe('a reader is refused', () => {
  test.each([['nobody’s token', { token: 'nobody' }]])('with %s: unauthorized', async (_, auth) => {
    const refused = await store.follow(auth)
    expect(refused.told).toEqual([{ name: 'connect_error', data: { message: 'unauthorized' } }])
  })

  test.each<[string, Record<string, unknown>]>([
    ['a token that is no text', { token: 7 }],
    ['a position below 0', { since: { catalogue: -1 } }],
    ['half an event', { since: { catalogue: 1.5 } }],
    ['a stream that there is not', { since: { secrets: 1 } }],
    ['a field that there is not', { isAdmin: true }],
    ['an endless token', { token: 'x'.repeat(201) }],
  ])('with %s: invalid', async (_, auth) => {
    expect((await store.follow(auth)).told).toEqual([{ name: 'connect_error', data: { message: 'invalid' } }])
  })

  test('from the page of another origin, or of another port', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:3001', 'null']) {
      const refused = await store.follow({ token: ada.token }, { origin })
      expect(refused.told.map((one) => one.name)).toEqual(['connect_error'])
    }
  })

  test('and from the store’s own is not', async () => {
    const own = await store.follow({}, { origin: store.env.publicUrl })
    expect(own.told[0]!.name).toBe('welcome')
  })

  test('over anything but a web socket', async () => {
    const address = await store.listen()
    const polling = io(address, { transports: ['polling'], reconnection: false, forceNew: true })
    const told: string[] = []
    polling.on('connect', () => void told.push('connect'))
    polling.on('connect_error', () => void told.push('refused'))
    await until(() => told.length > 0)
    polling.disconnect()
    expect(told).toEqual(['refused'])
  })

  test('when fifty of its address are there already, until one of them leaves', async () => {
    const strict = await openTestStore({ RATE_LIMITS: 'on' })
    await strict.listen()
    const readers = await Promise.all(Array.from({ length: 50 }, () => strict.follow()))
    expect(new Set(readers.map(({ told }) => told[0]!.name))).toEqual(new Set(['welcome']))
    expect((await strict.follow()).told[0]!.name).toBe('connect_error')
    readers[0]!.socket.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await strict.follow()).told[0]!.name).toBe('welcome')
    await strict.close()
  })
})
