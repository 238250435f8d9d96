import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { items } from '../../../drizzle/schema.ts'
import { changeCurrency, changeDarkMode, signOut } from '../../../client/accounts/actions.ts'
import { signIn } from '../../../client/accounts/sign-in-actions.ts'
import { addToCart, changeCount, loadCart, removeFromCart } from '../../../client/cart/actions.ts'
import { loadItem, loadItems, loadMoreItems } from '../../../client/catalogue/actions.ts'
import { itemsKey } from '../../../client/catalogue/store.ts'
import { applyCoupon, removeCoupon } from '../../../client/coupons/actions.ts'
import { loadNotifications, markAllNotificationsRead } from '../../../client/notifications/actions.ts'
import { checkout, loadOrder, loadOrders, markPaid, watchOrder } from '../../../client/orders/actions.ts'
import { ordersKey } from '../../../client/orders/store.ts'
import { loadPoints } from '../../../client/points/actions.ts'
import { claimOrder, loadStaffOrders, rejectPayment, verifyPayment } from '../../../client/orders/staff/actions.ts'
import { staffOrdersKey } from '../../../client/orders/staff/store.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildCoupon, buildItem, changeItem } from '../../build.ts'
import { openDevice, openNetwork, openUser, stateOf, untilLive } from '../device.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const waiting = { paymentStatus: 'paid' } as const
const queueOf = (client: Parameters<typeof stateOf>[0]) => stateOf(client).staffOrders.lists[staffOrdersKey(waiting)]!
const countsOf = (client: Parameters<typeof stateOf>[0]) => stateOf(client).cart.lines?.map(({ count }) => count)

describe('an order', () => {
  it('is shown live to customer and staff from checkout to verification', async () => {
    const network = await openNetwork(server)
    const { client: customer } = await openUser(network)
    const { client: staff } = await openUser(network, { firstName: 'Mira', isStaff: true })
    await Promise.all([loadCart(customer), loadOrders(customer, {}), loadNotifications(customer), loadPoints(customer)])
    await loadStaffOrders(staff, waiting)
    const waitingCount = queueOf(staff).totalCount
    const item = await buildItem(server, { price: 1299 })

    await addToCart(customer, item.id, 2)
    expect(stateOf(customer).cart).toMatchObject({ count: 2, lines: [{ count: 2, item: { price: 1299 } }] })
    const { _id } = await checkout(customer, 'binance')
    await waitFor(() => stateOf(customer).cart.count === 0)
    expect(stateOf(customer).orders.lists[ordersKey({})]!.ids).toEqual([_id])

    const unwatch = watchOrder(customer, _id)
    await markPaid(customer, _id, { paymentMethod: 'bank', reference: 'TX 4711' })
    await waitFor(() => queueOf(staff).ids.includes(_id))
    expect(queueOf(staff).totalCount).toBe(waitingCount + 1)
    await waitFor(() => stateOf(customer).orders.queuePositions[_id] === waitingCount)

    const closeOrder = watchOrder(staff, _id)
    await waitFor(() => stateOf(customer).orders.viewers[_id] === 'Mira')
    await claimOrder(staff, _id)
    await waitFor(() => stateOf(customer).orders.byId[_id]?.checking?.name === 'Mira')
    await verifyPayment(staff, _id)
    expect(queueOf(staff).ids).not.toContain(_id)

    await waitFor(() => stateOf(customer).orders.byId[_id]?.paymentStatus === 'verified')
    await waitFor(() => stateOf(customer).points.total === 25 && stateOf(customer).notifications.unread === 2)
    expect(stateOf(customer).accounts.user!.points).toBe(25)
    expect(stateOf(customer).orders.queuePositions).toEqual({})
    await markAllNotificationsRead(customer)
    expect(stateOf(customer).notifications.unread).toBe(0)

    closeOrder()
    await waitFor(() => !(_id in stateOf(customer).orders.viewers))
    unwatch()
    expect(stateOf(customer).refetchVersion).toBe(0)
  })

  it('can’t be verified after a colleague rejected it, and shows its current state', async () => {
    const network = await openNetwork(server)
    const { client: customer } = await openUser(network)
    const { client: mira } = await openUser(network, { firstName: 'Mira', isStaff: true })
    const { client: noor } = await openUser(network, { firstName: 'Noor', isStaff: true })
    await addToCart(customer, (await buildItem(server)).id)
    const { _id } = await checkout(customer, 'bank')
    await markPaid(customer, _id, { paymentMethod: 'bank' })
    await Promise.all([loadStaffOrders(mira, waiting), loadStaffOrders(noor, waiting)])
    await rejectPayment(mira, _id, 'Nothing has arrived')
    await expect(verifyPayment(noor, _id)).rejects.toMatchObject({ status: 409, code: 'order_not_paid' })
    await waitFor(() => !queueOf(noor).ids.includes(_id))
    expect(stateOf(noor).staffOrders.byId[_id]).toMatchObject({ paymentStatus: 'failed' })
  })

  it('is not created when the cart has changed; the new cart is shown', async () => {
    const { client } = await openUser(await openNetwork(server))
    const item = await buildItem(server, { price: 1000 })
    await addToCart(client, item.id)
    await server.app.db.update(items).set({ price: 1500 }).where(eq(items.id, item.id))
    await expect(checkout(client, 'binance')).rejects.toMatchObject({ status: 409, code: 'cart_changed' })
    expect(stateOf(client).cart.lines).toMatchObject([{ priceWhenAdded: 1000, item: { price: 1500 } }])
    await expect(checkout(client, 'binance')).resolves.toMatchObject({ total: 1500 })
  })

  it('accepts a coupon by its code, and lets it be removed', async () => {
    const { client } = await openUser(await openNetwork(server))
    const { code } = await buildCoupon(server, { type: 'Percentage', amount: 1000 })
    await addToCart(client, (await buildItem(server, { price: 1000 })).id)
    const { _id } = await checkout(client, 'binance')
    await expect(applyCoupon(client, _id, 'NOTHING')).rejects.toMatchObject({ message: 'Invalid coupon' })
    await applyCoupon(client, _id, ` ${code.toLowerCase()} `)
    expect(stateOf(client).orders.byId[_id]).toMatchObject({ couponCode: code, discountAmount: 100, total: 900 })
    await removeCoupon(client, _id)
    expect(stateOf(client).orders.byId[_id]).toMatchObject({ couponCode: null, total: 1000 })
  })

  it('of another user is not found', async () => {
    const network = await openNetwork(server)
    const [{ client: one }, { client: other }] = [await openUser(network), await openUser(network)]
    await addToCart(one, (await buildItem(server)).id)
    const { _id } = await checkout(one, 'binance')
    await expect(loadOrder(other, _id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect(stateOf(other).orders.byId).toEqual({})
  })
})

describe('the cart', () => {
  it('is synchronized between two devices, and shows changes at once', async () => {
    const network = await openNetwork(server)
    const { client: one, credentials } = await openUser(network)
    const two = openDevice(network).openTab()
    await signIn(two, credentials)
    await untilLive(two)
    await Promise.all([loadCart(one), loadCart(two)])
    await addToCart(one, (await buildItem(server)).id)
    await waitFor(() => countsOf(two)?.[0] === 1)

    const { _id } = stateOf(one).cart.lines![0]!
    const sent = [2, 3, 4, 5].map((count) => changeCount(one, _id, count))
    expect([countsOf(one), stateOf(one).cart.busy]).toEqual([[5], { [_id]: true }])
    await Promise.all(sent)
    expect([countsOf(one), stateOf(one).cart.busy]).toEqual([[5], {}])
    await waitFor(() => countsOf(two)?.[0] === 5)

    const removed = removeFromCart(two, _id)
    expect(countsOf(two)).toEqual([])
    await removed
    await waitFor(() => countsOf(one)?.length === 0)
  })

  it('reverts a change that the server rejects', async () => {
    const { client } = await openUser(await openNetwork(server))
    await addToCart(client, (await buildItem(server)).id)
    const { _id } = stateOf(client).cart.lines![0]!
    const changing = changeCount(client, _id, 10_000)
    expect(countsOf(client)).toEqual([10_000])
    await expect(changing).rejects.toMatchObject({ status: 400 })
    expect([countsOf(client), stateOf(client).cart.busy]).toEqual([[1], {}])
  })
})

describe('the catalogue', () => {
  it('is loaded page by page, and drops items that are no longer for sale', async () => {
    const client = openDevice(await openNetwork(server)).openTab()
    const created = await Promise.all([1, 2, 3].map((n) => buildItem(server, { name: `Xylophone ${n}` })))
    const filter = { q: 'xylophone', limit: 2 }
    const list = () => stateOf(client).catalogue.lists[itemsKey(filter)]!
    await loadItems(client, filter)
    expect([list().ids.length, list().totalCount]).toEqual([2, 3])
    await loadMoreItems(client, filter)
    expect(list().ids.toSorted()).toEqual(created.map(({ id }) => id).toSorted())
    await untilLive(client)

    const [removed] = created
    await loadItem(client, removed!.id)
    expect(stateOf(client).catalogue.descriptions[removed!.id]).toBeDefined()
    await changeItem(server, removed!.id, { archivedAt: new Date() })
    await waitFor(() => !list().ids.includes(removed!.id))
    await expect(loadItem(client, removed!.id)).rejects.toMatchObject({ status: 404 })
    expect(stateOf(client).catalogue.items[removed!.id]).toBeUndefined()
  })
})

describe('a user', () => {
  it('changes currency and theme on every device at once', async () => {
    const network = await openNetwork(server)
    const { client: one, credentials } = await openUser(network)
    const two = openDevice(network).openTab()
    await signIn(two, credentials)
    await untilLive(two)
    const chosen = changeCurrency(one, 'LKR')
    expect(stateOf(one).accounts.prefs.currency).toBe('LKR')
    await Promise.all([chosen, changeDarkMode(one, true)])
    await waitFor(() => stateOf(two).accounts.prefs.currency === 'LKR' && stateOf(two).accounts.prefs.theme === 'dark')
  })

  it('leaves no data in any tab after logging out, and sees no session-ended message', async () => {
    const { client: one, device } = await openUser(await openNetwork(server))
    const two = device.openTab()
    await untilLive(two)
    await addToCart(one, (await buildItem(server)).id)
    await loadCart(two)
    await signOut(one)
    await waitFor(() => stateOf(two).accounts.user === null)
    for (const client of [one, two]) {
      expect(stateOf(client).cart).toMatchObject({ lines: null, count: 0 })
      expect(stateOf(client).accounts).toMatchObject({ user: null, prefs: { initials: '' } })
      await untilLive(client)
    }
    expect(stateOf(one).accounts.endReason).toBeNull()
    expect([device.storage.size, device.cookies.size]).toEqual([0, 0])
  })

  it('is still logged in on the next visit', async () => {
    const { device, id } = await openUser(await openNetwork(server))
    const next = device.openTab()
    expect(stateOf(next).accounts).toMatchObject({ ready: true, user: { _id: id } })
  })
})
