import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Follower, openTestStore, type TestStore, until } from '../../app.ts'
import { buildStaff, buildUser, type Somebody } from '../../build.ts'
import { talkIn } from './talk.ts'

let store: TestStore
let talk: ReturnType<typeof talkIn>
let mira: Somebody
let sol: Somebody
beforeAll(async () => {
  store = await openTestStore()
  talk = talkIn(store)
  mira = await buildStaff(store, { firstName: 'Mira' })
  sol = await buildStaff(store, { firstName: 'Sol' })
})
afterAll(() => store.close())

/** What a socket's bytes go over. */
type Line = { pause(): void; resume(): void }
const follow = ({ token }: Somebody) => store.follow({ token })
const typed = (follower: Follower) => follower.all('typing')
/** on and off, as this one was told. */
const turns = (follower: Follower) => typed(follower).map((one) => one.on)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('typing', () => {
  test('of a customer is told to staff, and of staff to the customer and to colleagues; never to oneself', async () => {
    const [ada, eve] = [await buildUser(store, { firstName: 'Ada' }), await buildUser(store)]
    const [customer, herOther, stranger] = [await follow(ada), await follow(ada), await follow(eve)]
    const [first, hisOther, second] = [await follow(mira), await follow(mira), await follow(sol)]
    const visitor = await store.follow()

    expect(await customer.ask('typing', { on: true })).toEqual({ success: true })
    await until(() => typed(first).length === 1 && typed(second).length === 1 && typed(hisOther).length === 1)
    expect(typed(first)).toEqual([{ userId: ada.id, who: 'customer', name: 'Ada', on: true }])

    expect(await first.ask('typing', { userId: ada.id, on: true })).toEqual({ success: true })
    await until(() => typed(customer).length === 1 && typed(second).length === 2 && typed(herOther).length === 1)
    expect(typed(customer)).toEqual([{ userId: ada.id, who: 'staff', name: 'Mira', on: true }])
    expect(typed(second)[1]).toEqual({ userId: ada.id, who: 'staff', name: 'Mira', on: true })

    await first.ask('typing', { userId: ada.id, on: false })
    await customer.ask('typing', { on: false })
    await until(() => turns(second).length === 4 && turns(customer).length === 2)
    expect(turns(customer)).toEqual([true, false])
    expect(turns(first)).toEqual([true, false])
    expect(turns(hisOther)).toEqual([true, false])
    expect([typed(stranger), typed(visitor)]).toEqual([[], []])
    for (const one of [customer, herOther, stranger, first, hisOther, second, visitor]) one.socket.disconnect()
  })

  test('ends with the message, over REST too', async () => {
    const ada = await buildUser(store)
    const [customer, staff] = [await follow(ada), await follow(mira)]
    await customer.ask('typing', { on: true })
    await customer.ask('support:send', { clientId: 'x', message: 'Hello' })
    await until(() => turns(staff).length === 2)
    await staff.ask('typing', { userId: ada.id, on: true })
    await until(() => turns(customer).length === 1)
    await talk.write(mira, 'Hello', { userId: ada.id })
    await until(() => turns(customer).length === 2)
    expect([turns(staff), turns(customer)]).toEqual([
      [true, false],
      [true, false],
    ])
    for (const one of [customer, staff]) one.socket.disconnect()
  })

  test('ends when its tab is killed or left, at the latest after 5 s of rest', async () => {
    const [ada, eve, sam] = [await buildUser(store), await buildUser(store), await buildUser(store)]
    const [killed, closed, silent, staff] = [
      await follow(ada),
      await follow(eve),
      await follow(sam),
      await follow(mira),
    ]
    const last = ({ id }: Somebody) => typed(staff).findLast((one) => one.userId === id)?.on
    for (const one of [killed, closed, silent]) await one.ask('typing', { on: true })
    await until(() => [ada, eve, sam].every((one) => last(one) === true))
    // The network is gone without a word; the store hears of it by the silence alone.
    const { engine } = killed.socket.io as unknown as { engine: { transport: { ws: { _socket: Line } } } }
    const line = engine.transport.ws._socket
    line.pause()
    closed.socket.disconnect()
    await until(() => last(eve) === false)
    const start = Date.now()
    await until(() => last(ada) === false && last(sam) === false, 7000)
    expect(Date.now() - start).toBeLessThan(7000)
    expect(typed(staff).filter((one) => one.userId === sam.id)).toHaveLength(2)
    line.resume()
    for (const one of [killed, silent, staff]) one.socket.disconnect()
  })

  test('goes on while another tab of the same person types', async () => {
    const ada = await buildUser(store)
    const [one, other, staff] = [await follow(ada), await follow(ada), await follow(mira)]
    await one.ask('typing', { on: true })
    await other.ask('typing', { on: true })
    one.socket.disconnect()
    await wait(100)
    expect(turns(staff)).toEqual([true, true])
    other.socket.disconnect()
    await until(() => turns(staff).length === 3)
    expect(turns(staff)[2]).toBe(false)
    // Stopping without having begun is nothing to tell.
    const again = await follow(ada)
    await again.ask('typing', { on: false })
    await wait(50)
    expect(turns(staff)).toHaveLength(3)
    for (const left of [again, staff]) left.socket.disconnect()
  })

  test('in another’s conversation, in nobody’s, or by nobody is refused and told to no one', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const [customer, stranger, staff, visitor] = [
      await follow(ada),
      await follow(eve),
      await follow(mira),
      await store.follow(),
    ]
    expect(await stranger.ask('typing', { userId: ada.id, on: true })).toMatchObject({
      success: false,
      error: 'not_yours',
    })
    expect(await staff.ask('typing', { userId: 'none', on: true })).toMatchObject({
      success: false,
      error: 'not_found',
    })
    expect(await visitor.ask('typing', { on: true })).toMatchObject({ success: false, error: 'unauthorized' })
    await wait(50)
    expect([customer, stranger, staff, visitor].map((one) => typed(one).length)).toEqual([0, 0, 0, 0])
    for (const one of [customer, stranger, staff, visitor]) one.socket.disconnect()
  })

  test('is not kept: nothing of it is in the store', async () => {
    const ada = await buildUser(store)
    const customer = await follow(ada)
    await customer.ask('typing', { on: true })
    const { heads } = await store.store.positions.of(ada)
    expect(heads.user).toBe(0)
    customer.socket.disconnect()
  })

  test('more often than once in 2 s is refused, but for staff; to stop is never too soon', async () => {
    const limited = await openTestStore({ RATE_LIMITS: 'on' })
    const [ada, mine] = [await buildUser(limited), await buildStaff(limited)]
    const [customer, staff] = [await limited.follow({ token: ada.token }), await limited.follow({ token: mine.token })]
    expect(await customer.ask('typing', { on: true })).toEqual({ success: true })
    expect(await customer.ask('typing', { on: true })).toMatchObject({ success: false, error: 'too_many' })
    expect(await customer.ask('typing', { on: false })).toEqual({ success: true })
    for (let i = 0; i < 5; i += 1) {
      expect(await staff.ask('typing', { userId: ada.id, on: true })).toEqual({ success: true })
    }
    await wait(2000)
    expect(await customer.ask('typing', { on: true })).toEqual({ success: true })
    await limited.close()
  })
})

describe('support is online', () => {
  const isOnline = (follower: Follower) => follower.told[0]!.data.supportOnline
  const told = (follower: Follower) => follower.all('presence').map((one) => one.supportOnline)

  test('while a socket of staff is there, and everybody signed in hears of it once', async () => {
    const own = await openTestStore()
    const [ada, eve, staff] = [await buildUser(own), await buildUser(own), await buildStaff(own)]
    const customer = await own.follow({ token: ada.token })
    const visitor = await own.follow()
    expect(isOnline(customer)).toBe(false)
    const [tab, otherTab] = [await own.follow({ token: staff.token }), await own.follow({ token: staff.token })]
    await until(() => told(customer).length === 1)
    expect([isOnline(tab), isOnline(otherTab)]).toEqual([true, true])
    expect(isOnline(await own.follow({ token: eve.token }))).toBe(true)

    // One of two tabs, and a page that is loaded again: nobody was away.
    tab.socket.disconnect()
    otherTab.socket.disconnect()
    await wait(500)
    const back = await own.follow({ token: staff.token })
    await wait(2200)
    expect(told(customer)).toEqual([true])

    back.socket.disconnect()
    expect(isOnline(await own.follow({ token: eve.token }))).toBe(true)
    await until(() => told(customer).length === 2)
    expect(told(customer)).toEqual([true, false])
    expect(isOnline(await own.follow({ token: eve.token }))).toBe(false)
    expect(told(visitor)).toEqual([])
    await own.close()
  })

  test('is not made true by a customer', async () => {
    const own = await openTestStore()
    const [ada, eve] = [await buildUser(own), await buildUser(own)]
    const customer = await own.follow({ token: ada.token })
    const other = await own.follow({ token: eve.token })
    await wait(50)
    expect([isOnline(other), told(customer)]).toEqual([false, []])
    await own.close()
  })
})
