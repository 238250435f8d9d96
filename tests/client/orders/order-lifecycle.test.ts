import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { items } from '../../drizzle/schema.ts'
import { changeCurrency, changeDarkMode, signOut } from '../../client/accounts/actions.ts'
import { signIn } from '../../client/accounts/sign-in-actions.ts'
import { addToCart, changeCount, loadCart, removeFromCart } from '../../client/cart/actions.ts'
import { loadItem, loadItems, loadMoreItems } from '../../client/catalogue/actions.ts'
import { itemsKey } from '../../client/catalogue/store.ts'
import { applyCoupon, removeCoupon } from '../../client/coupons/actions.ts'
import { loadNotifications, readAllNotifications } from '../../client/notifications/actions.ts'
import { checkout, loadOrder, loadOrders, markPaid, watchOrder } from '../../client/orders/actions.ts'
import { ordersKey } from '../../client/orders/store.ts'
import { loadPoints } from '../../client/points/actions.ts'
import { claimOrder, loadQueue, rejectPayment, verifyPayment } from '../../client/staff/actions.ts'
import { openTestStore, type TestStore, until } from '../app.ts'
import { buildCoupon, buildItem, changeItem } from '../build.ts'
import { openDevice, openNetwork, openSomebody, stateOf, untilLive } from './device.ts'

let store: TestStore
beforeAll(async () => void (store = await openTestStore()))
afterAll(() => store.close())

const linesOf = (client: Parameters<typeof stateOf>[0]) => stateOf(client).cart.lines?.map(({ count }) => count)

describe('an order', () => {
  test('is paid, queued, checked and verified before the eyes of both sides', async () => {
    const network = await openNetwork(store)
    const { client: customer } = await openSomebody(network)
    const { client: staff } = await openSomebody(network, { firstName: 'Mira', isStaff: true })
    await Promise.all([loadCart(customer), loadOrders(customer, {}), loadNotifications(customer), loadPoints(customer)])
    await loadQueue(staff)
    const waiting = stateOf(staff).staff.queue!.totalCount
    const item = await buildItem(store, { price: 1299 })

    await addToCart(customer, item.id, 2)
    expect(stateOf(customer).cart).toMatchObject({ count: 2, lines: [{ count: 2, item: { price: 1299 } }] })
    const { _id } = await checkout(customer, 'binance')
    await until(() => stateOf(customer).cart.count === 0)
    expect(stateOf(customer).orders.lists[ordersKey({})]!.ids).toEqual([_id])

    const unwatch = watchOrder(customer, _id)
    await markPaid(customer, _id, { paymentMethod: 'bank', reference: 'TX 4711' })
    await until(() => stateOf(staff).staff.queue!.ids.includes(_id))
    expect(stateOf(staff).staff.queue!.totalCount).toBe(waiting + 1)
    await until(() => stateOf(customer).orders.ahead[_id] === waiting)

    const stopLooking = watchOrder(staff, _id)
    await until(() => stateOf(customer).orders.viewing[_id] === 'Mira')
    await claimOrder(staff, _id)
    await until(() => stateOf(customer).orders.byId[_id]?.checking?.name === 'Mira')
    await verifyPayment(staff, _id)
    expect(stateOf(staff).staff.queue!.ids).not.toContain(_id)

    await until(() => stateOf(customer).orders.byId[_id]?.paymentStatus === 'verified')
    await until(() => stateOf(customer).points.total === 25 && stateOf(customer).notifications.unread === 2)
    expect(stateOf(customer).accounts.user!.points).toBe(25)
    expect(stateOf(customer).orders.ahead).toEqual({})
    await readAllNotifications(customer)
    expect(stateOf(customer).notifications.unread).toBe(0)

    stopLooking()
    await until(() => !(_id in stateOf(customer).orders.viewing))
    unwatch()
    expect(stateOf(customer).generation).toBe(0)
  })

  test('that a colleague was faster with is refused, and shown as it is', async () => {
    const network = await openNetwork(store)
    const { client: customer } = await openSomebody(network)
    const { client: mira } = await openSomebody(network, { firstName: 'Mira', isStaff: true })
    const { client: noor } = await openSomebody(network, { firstName: 'Noor', isStaff: true })
    await addToCart(customer, (await buildItem(store)).id)
    const { _id } = await checkout(customer, 'bank')
    await markPaid(customer, _id, { paymentMethod: 'bank' })
    await Promise.all([loadQueue(mira), loadQueue(noor)])
    await rejectPayment(mira, _id, 'Nothing has arrived')
    await expect(verifyPayment(noor, _id)).rejects.toMatchObject({ status: 409, code: 'order_not_paid' })
    await until(() => !stateOf(noor).staff.queue!.ids.includes(_id))
    expect(stateOf(noor).staff.byId[_id]).toMatchObject({ paymentStatus: 'failed' })
  })

  test('of a cart that has changed is refused, and the new cart is shown', async () => {
    const { client } = await openSomebody(await openNetwork(store))
    const item = await buildItem(store, { price: 1000 })
    await addToCart(client, item.id)
    await store.store.db.update(items).set({ price: 1500 }).where(eq(items.id, item.id))
    await expect(checkout(client, 'binance')).rejects.toMatchObject({ status: 409, code: 'cart_changed' })
    expect(stateOf(client).cart.lines).toMatchObject([{ priceWhenAdded: 1000, item: { price: 1500 } }])
    await expect(checkout(client, 'binance')).resolves.toMatchObject({ total: 1500 })
  })

  test('takes a coupon by its code, and gives it back', async () => {
    const { client } = await openSomebody(await openNetwork(store))
    const { code } = await buildCoupon(store, { type: 'Percentage', amount: 1000 })
    await addToCart(client, (await buildItem(store, { price: 1000 })).id)
    const { _id } = await checkout(client, 'binance')
    await expect(applyCoupon(client, _id, 'NOTHING')).rejects.toMatchObject({ message: 'Invalid coupon' })
    await applyCoupon(client, _id, ` ${code.toLowerCase()} `)
    expect(stateOf(client).orders.byId[_id]).toMatchObject({ couponCode: code, discountAmount: 100, total: 900 })
    await removeCoupon(client, _id)
    expect(stateOf(client).orders.byId[_id]).toMatchObject({ couponCode: null, total: 1000 })
  })

  test('of somebody else is not there', async () => {
    const network = await openNetwork(store)
    const [{ client: one }, { client: other }] = [await openSomebody(network), await openSomebody(network)]
    await addToCart(one, (await buildItem(store)).id)
    const { _id } = await checkout(one, 'binance')
    await expect(loadOrder(other, _id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect(stateOf(other).orders.byId).toEqual({})
  })
})

describe('the cart', () => {
  test('is the same on two devices, and counts at once', async () => {
    const network = await openNetwork(store)
    const { client: one, who } = await openSomebody(network)
    const two = openDevice(network).openTab()
    await signIn(two, who)
    await untilLive(two)
    await Promise.all([loadCart(one), loadCart(two)])
    await addToCart(one, (await buildItem(store)).id)
    await until(() => linesOf(two)?.[0] === 1)

    const { _id } = stateOf(one).cart.lines![0]!
    const sent = [2, 3, 4, 5].map((count) => changeCount(one, _id, count))
    expect([linesOf(one), stateOf(one).cart.busy]).toEqual([[5], { [_id]: true }])
    await Promise.all(sent)
    expect([linesOf(one), stateOf(one).cart.busy]).toEqual([[5], {}])
    await until(() => linesOf(two)?.[0] === 5)

    const removed = removeFromCart(two, _id)
    expect(linesOf(two)).toEqual([])
    await removed
    await until(() => linesOf(one)?.length === 0)
  })

  test('shows what it was when the store refuses', async () => {
    const { client } = await openSomebody(await openNetwork(store))
    await addToCart(client, (await buildItem(store)).id)
    const { _id } = stateOf(client).cart.lines![0]!
    const asked = changeCount(client, _id, 10_000)
    expect(linesOf(client)).toEqual([10_000])
    await expect(asked).rejects.toMatchObject({ status: 400 })
    expect([linesOf(client), stateOf(client).cart.busy]).toEqual([[1], {}])
  })
})

describe('the catalogue', () => {
  test('is read page by page by a visitor, and loses what is not sold any more', async () => {
    const client = openDevice(await openNetwork(store)).openTab()
    const made = await Promise.all([1, 2, 3].map((n) => buildItem(store, { name: `Xylophone ${n}` })))
    const filter = { q: 'xylophone', limit: 2 }
    const list = () => stateOf(client).catalogue.lists[itemsKey(filter)]!
    await loadItems(client, filter)
    expect([list().ids.length, list().totalCount]).toEqual([2, 3])
    await loadMoreItems(client, filter)
    expect(list().ids.toSorted()).toEqual(made.map(({ id }) => id).toSorted())
    await untilLive(client)

    const [gone] = made
    await loadItem(client, gone!.id)
    expect(stateOf(client).catalogue.descriptions[gone!.id]).toBeDefined()
    await changeItem(store, gone!.id, { archivedAt: new Date() })
    await until(() => !list().ids.includes(gone!.id))
    await expect(loadItem(client, gone!.id)).rejects.toMatchObject({ status: 404 })
    expect(stateOf(client).catalogue.items[gone!.id]).toBeUndefined()
  })
})

describe('who is signed in', () => {
  test('chooses a currency and a theme for every device at once', async () => {
    const network = await openNetwork(store)
    const { client: one, who } = await openSomebody(network)
    const two = openDevice(network).openTab()
    await signIn(two, who)
    await untilLive(two)
    const chosen = changeCurrency(one, 'LKR')
    expect(stateOf(one).accounts.prefs.currency).toBe('LKR')
    await Promise.all([chosen, changeDarkMode(one, true)])
    await until(() => stateOf(two).accounts.prefs.currency === 'LKR' && stateOf(two).accounts.prefs.theme === 'dark')
  })

  test('leaves nothing behind on signing out, in any tab, and is not told that it ended', async () => {
    const { client: one, device } = await openSomebody(await openNetwork(store))
    const two = device.openTab()
    await untilLive(two)
    await addToCart(one, (await buildItem(store)).id)
    await loadCart(two)
    await signOut(one)
    await until(() => stateOf(two).accounts.user === null)
    for (const client of [one, two]) {
      expect(stateOf(client).cart).toMatchObject({ lines: null, count: 0 })
      expect(stateOf(client).accounts).toMatchObject({ user: null, prefs: { initials: '' } })
      await untilLive(client)
    }
    expect(stateOf(one).accounts.ended).toBeNull()
    expect([device.kept.size, device.cookies.size]).toEqual([0, 0])
  })

  test('is known again on the next visit', async () => {
    const { device, id } = await openSomebody(await openNetwork(store))
    const next = device.openTab()
    expect(stateOf(next).accounts).toMatchObject({ ready: true, user: { _id: id } })
  })
})
