import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

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
    const refused = { success: false, message: 'Order not found', error: 'not_found' }
    expect(await stranger.ask('watch', { orderId })).toEqual(refused)
    expect(await stranger.ask('watch', { orderId: 'none' })).toEqual(refused)
    expect(await (await store.follow()).ask('watch', { orderId })).toEqual({
      success: false,
      message: 'Please log in.',
      error: 'unauthorized',
    })
    expect(stranger.told.map((one) => one.name)).toEqual(['welcome'])
    expect(customer.all('viewing')).toHaveLength(1)
  })
})
