import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTokens, users } from '../../../drizzle/schema.ts'
import { hashToken } from '../../../server/accounts/identify.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { change } from '../../../server/stream/change.ts'
import { type Follower, openTestStore, type TestStore, until } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const signInAgain = async (user: Somebody) =>
  (await change(store.store, (making) => openSession(making, user, 'test'))).access
const expiresIn = (token: string, ms: number) =>
  store.store.db
    .update(accessTokens)
    .set({ expiresAt: new Date(Date.now() + ms) })
    .where(eq(accessTokens.hash, hashToken(token)))
const isCut = (follower: Follower) => follower.told.at(-1)?.name === 'disconnect'

describe('watching an order', () => {
  test('tells its customer who of staff has it open, until nobody has', async () => {
    const ada = await buildUser(store)
    const [mira, sol] = [await buildStaff(store, { firstName: 'Mira' }), await buildStaff(store, { firstName: 'Sol' })]
    const { _id: orderId } = await buildPaidOrder(store, ada)
    const customer = await store.follow({ token: ada.token })
    const [first, second] = [await store.follow({ token: mira.token }), await store.follow({ token: sol.token })]
    const viewing = () => customer.all('viewing').map((one) => one.name)

    expect(await customer.ask('watch', { orderId })).toEqual({ success: true })
    expect(customer.all('viewing')).toEqual([{ orderId, name: null }])
    expect(await first.ask('watch', { orderId })).toEqual({ success: true })
    await until(() => viewing().at(-1) === 'Mira')
    await second.ask('watch', { orderId })
    await first.ask('unwatch', { orderId })
    await until(() => viewing().at(-1) === 'Sol')
    second.socket.disconnect()
    await until(() => viewing().at(-1) === null)
    expect(first.all('viewing')).toEqual([])

    await customer.ask('unwatch', { orderId })
    const before = viewing().length
    await first.ask('watch', { orderId })
    await store.call('GET', '/health')
    expect(viewing()).toHaveLength(before)
  })

  test('tells who comes later at once', async () => {
    const [ada, mira] = [await buildUser(store), await buildStaff(store, { firstName: 'Mira' })]
    const { _id: orderId } = await buildPaidOrder(store, ada)
    const staff = await store.follow({ token: mira.token })
    await staff.ask('watch', { orderId })
    const customer = await store.follow({ token: ada.token })
    await customer.ask('watch', { orderId })
    expect(customer.all('viewing')).toEqual([{ orderId, name: 'Mira' }])
  })

  test('leaves nothing behind of one who is gone before the answer', async () => {
    const [ada, mira] = [await buildUser(store), await buildStaff(store, { firstName: 'Mira' })]
    const { _id: orderId } = await buildPaidOrder(store, ada)
    const staff = await store.follow({ token: mira.token })
    staff.socket.emit('watch', { orderId })
    staff.socket.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const customer = await store.follow({ token: ada.token })
    await customer.ask('watch', { orderId })
    expect(customer.all('viewing')).toEqual([{ orderId, name: null }])
  })

  test('tells how many payments are checked before this one, as that changes', async () => {
    const own = await openTestStore()
    const [ada, sam, mira] = [await buildUser(own), await buildUser(own), await buildStaff(own)]
    const earlier = await buildPaidOrder(own, ada)
    const { _id: orderId } = await buildPaidOrder(own, sam)
    const customer = await own.follow({ token: sam.token })
    await customer.ask('watch', { orderId })
    expect(customer.all('queue')).toEqual([{ orderId, ahead: 1 }])
    await own.call('PATCH', `/admin/orders/${earlier._id}/verify`, undefined, { token: mira.token })
    await until(() => customer.all('queue').length === 2)
    expect(customer.all('queue')[1]).toEqual({ orderId, ahead: 0 })
    await own.close()
  })

  test('tells nothing of a queue to an order that does not wait in it', async () => {
    const ada = await buildUser(store)
    const { _id: orderId } = await buildOrder(store, ada)
    const customer = await store.follow({ token: ada.token })
    await customer.ask('watch', { orderId })
    expect(customer.all('queue')).toEqual([])
  })

  test('is not for strangers, who can’t tell it from one that there is not, nor for visitors', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const { _id: orderId } = await buildPaidOrder(store, ada)
    const customer = await store.follow({ token: ada.token })
    await customer.ask('watch', { orderId })
    const stranger = await store.follow({ token: eve.token })
    expect(await stranger.ask('watch', { orderId })).toEqual({ success: false, message: 'Order not found' })
    expect(await stranger.ask('watch', { orderId: 'none' })).toEqual({ success: false, message: 'Order not found' })
    expect(await (await store.follow()).ask('watch', { orderId })).toEqual({
      success: false,
      message: 'Please log in.',
    })
    expect(stranger.told.map((one) => one.name)).toEqual(['welcome'])
    expect(customer.all('viewing')).toHaveLength(1)
  })
})

describe('what is not in its form is refused', () => {
  const bad: [string, unknown[]][] = [
    ['launch', [{}]],
    ['watch', []],
    ['watch', [null]],
    ['watch', [{ orderId: 7 }]],
    ['watch', [{ orderId: '' }]],
    ['watch', [{ orderId: 'x'.repeat(41) }]],
    ['watch', [{ orderId: 'x', more: true }]],
    ['watch', [{ orderId: 'x' }, 'more']],
    ['session', [{ token: ['x'] }]],
    ['toString', [{}]],
    ['constructor', [{}]],
    ['__proto__', [{}]],
    ['hasOwnProperty', ['watch']],
  ]

  test.each(bad)('%s %j', async (name, data) => {
    const follower = await store.follow({ token: (await buildUser(store)).token })
    const answer = await follower.ask(name, ...data)
    expect(answer.success).toBe(false)
    expect(answer.message).toMatch(/^(There is no such message|This message is not in its form)\.$/)
    expect(await follower.ask('unwatch', { orderId: 'x' })).toEqual({ success: true })
  })

  test('and the third time disconnects', async () => {
    const follower = await store.follow()
    for (let i = 0; i < 2; i += 1) expect(await follower.ask('nonsense')).toMatchObject({ success: false })
    expect(isCut(follower)).toBe(false)
    follower.socket.emit('nonsense')
    await until(() => isCut(follower))
  })

  test('a refusal of the store itself does not count', async () => {
    const follower = await store.follow({ token: (await buildUser(store)).token })
    for (let i = 0; i < 5; i += 1)
      expect(await follower.ask('watch', { orderId: 'x' })).toMatchObject({ success: false })
    expect(await follower.ask('unwatch', { orderId: 'x' })).toEqual({ success: true })
  })

  test('more than 16 KB end the socket at once', async () => {
    const follower = await store.follow()
    follower.socket.emit('watch', { orderId: 'x'.repeat(17 * 1024) })
    await until(() => isCut(follower))
    expect(follower.told.map((one) => one.name)).toEqual(['welcome', 'disconnect'])
  })

  test('and so does too much of it in a second, where limits are on', async () => {
    const limited = await openTestStore({ RATE_LIMITS: 'on' })
    const follower = await limited.follow()
    const answers: { success: boolean; message?: string }[] = []
    for (let i = 0; i < 60; i += 1) {
      follower.socket.emit('unwatch', { orderId: 'x' }, (answer: { success: boolean }) => void answers.push(answer))
    }
    await until(() => isCut(follower))
    // Twice 20 where a second ends in between.
    expect(answers.filter((one) => one.success).length).toBeLessThanOrEqual(40)
    expect(answers.find((one) => !one.success)).toEqual({ success: false, message: 'Too fast. Please slow down.' })
    await limited.close()
  })
})

describe('a session on its socket', () => {
  test('ends with its token', async () => {
    const ada = await buildUser(store)
    await expiresIn(ada.token, 400)
    const follower = await store.follow({ token: ada.token })
    expect(follower.told[0]!.name).toBe('welcome')
    await until(() => isCut(follower))
    expect(follower.all('session.ended')).toEqual([{ reason: 'expired' }])
  })

  test('goes on when it is renewed in time', async () => {
    const ada = await buildUser(store)
    await expiresIn(ada.token, 400)
    const follower = await store.follow({ token: ada.token })
    const renewed = await signInAgain(ada)
    expect(await follower.ask('session', { token: renewed })).toEqual({ success: true })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(follower.told.map((one) => one.name)).toEqual(['welcome'])
  })

  test('is the one that it was renewed with: that one’s end is the socket’s', async () => {
    const ada = await buildUser(store)
    const follower = await store.follow({ token: ada.token })
    const renewed = await signInAgain(ada)
    await follower.ask('session', { token: renewed })
    await store.call('POST', '/auth/logout', undefined, { token: renewed })
    await until(() => isCut(follower), 1000)
    expect(follower.all('session.ended')).toEqual([{ reason: 'logout' }])
  })

  test('is not renewed by another’s token, an old one, or for a visitor', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const follower = await store.follow({ token: ada.token })
    const refused = { success: false, message: 'Please log in.' }
    expect(await follower.ask('session', { token: eve.token })).toEqual(refused)
    const old = await signInAgain(ada)
    await expiresIn(old, -1)
    expect(await follower.ask('session', { token: old })).toEqual(refused)
    expect(await (await store.follow()).ask('session', { token: eve.token })).toEqual(refused)
  })

  test('that is over is taken by no socket', async () => {
    const ada = await buildUser(store)
    await store.call('POST', '/auth/logout', undefined, { token: ada.token })
    const refused = await store.follow({ token: ada.token })
    expect(refused.told).toEqual([{ name: 'connect_error', data: { message: 'unauthorized' } }])
  })

  test('that ends while its socket joins is not left with one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const ada = await buildUser(store)
      const [follower] = await Promise.all([
        store.follow({ token: ada.token }),
        store.call('POST', '/auth/logout', undefined, { token: ada.token }),
      ])
      const over = () => ['connect_error', 'disconnect'].includes(follower.told.at(-1)!.name)
      expect(await until(over, 1000)).toBe(true)
    }
  })

  test('holds ten sockets: the eleventh cuts the oldest, and nobody else’s', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const other = await store.follow({ token: eve.token })
    const followers: Follower[] = []
    for (let i = 0; i < 11; i += 1) followers.push(await store.follow({ token: ada.token }))
    await until(() => isCut(followers[0]!))
    expect(followers[0]!.all('session.ended')).toEqual([{ reason: 'crowded' }])
    expect(followers.slice(1).some(isCut)).toBe(false)
    expect(isCut(other)).toBe(false)
  })

  test('is staff’s only for as long as the person is', async () => {
    const mira = await buildStaff(store)
    await store.store.db.update(users).set({ isAdmin: false }).where(eq(users.id, mira.id))
    const { data } = (await store.follow({ token: mira.token })).told[0]!
    expect(data.streams).not.toHaveProperty('staff')
  })
})
