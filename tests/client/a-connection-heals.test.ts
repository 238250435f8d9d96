import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTokens, sessions } from '../../drizzle/schema.ts'
import { endSession } from '../../server/accounts/end-session.ts'
import { change } from '../../server/stream/change.ts'
import { addToCart, loadCart } from '../../client/cart/actions.ts'
import { loadItems } from '../../client/catalogue/actions.ts'
import { itemsKey } from '../../client/catalogue/store.ts'
import type { Client } from '../../client/client.ts'
import { checkout, loadOrders, markPaid } from '../../client/orders/actions.ts'
import { ordersKey } from '../../client/orders/store.ts'
import { verifyPayment } from '../../client/staff/actions.ts'
import { openTestStore, type TestStore, until } from '../app.ts'
import { buildItem } from '../build.ts'
import { openNetwork, openSomebody, stateOf, untilLive } from './device.ts'

let store: TestStore
beforeAll(async () => void (store = await openTestStore()))
afterAll(() => store.close())

/** What the connection went through from here on. */
function watchStatus(client: Client) {
  const seen: string[] = []
  client.store.subscribe(({ connection }, before) => {
    if (connection.status !== before.connection.status) seen.push(connection.status)
  })
  return seen
}

const sessionOf = async (id: string) =>
  (await store.store.db.select().from(sessions).where(eq(sessions.userId, id))).find(({ endedAt }) => !endedAt)!.id

test('what happened while the network was cut is told when it is back, without loading anything again', async () => {
  const network = await openNetwork(store)
  const { client: customer } = await openSomebody(network)
  await loadOrders(customer, {})
  await addToCart(customer, (await buildItem(store)).id)
  const { _id } = await checkout(customer, 'binance')
  await markPaid(customer, _id, { paymentMethod: 'bank' })
  const { client: staff } = await openSomebody(await openNetwork(store), { isStaff: true })

  const seen = watchStatus(customer)
  network.cut()
  await until(() => stateOf(customer).connection.status === 'offline')
  await verifyPayment(staff, _id)
  await expect(loadCart(customer)).rejects.toMatchObject({ status: 0, code: 'network' })
  expect(stateOf(customer).orders.byId[_id]).toMatchObject({ paymentStatus: 'paid' })
  network.heal()
  await untilLive(customer)
  expect(stateOf(customer).orders.byId[_id]).toMatchObject({ paymentStatus: 'verified' })
  expect([seen, stateOf(customer).generation]).toEqual([['offline', 'live'], 0])
})

test('an answer that was lost is asked for again: one order, not two', async () => {
  const network = await openNetwork(store)
  const { client } = await openSomebody(network)
  await addToCart(client, (await buildItem(store)).id)
  network.loseAnswer()
  const { _id } = await checkout(client, 'binance')
  await loadOrders(client, {})
  expect(stateOf(client).orders.lists[ordersKey({})]!.ids).toEqual([_id])
})

test('a token that ran out is renewed for calls and connection alike, unseen', async () => {
  const { client, id } = await openSomebody(await openNetwork(store))
  const seen = watchStatus(client)
  const before = client.session.current()!.token
  await store.store.db.delete(accessTokens).where(eq(accessTokens.sessionId, await sessionOf(id)))
  await Promise.all([loadCart(client), loadOrders(client, {})])
  expect(client.session.current()!.token).not.toBe(before)
  await addToCart(client, (await buildItem(store)).id)
  expect([stateOf(client).accounts.user?._id, seen]).toEqual([id, []])
})

test('a connection that is refused for its token gets another one', async () => {
  const network = await openNetwork(store)
  const { client, id } = await openSomebody(network)
  await store.store.db.delete(accessTokens).where(eq(accessTokens.sessionId, await sessionOf(id)))
  network.cut()
  await until(() => stateOf(client).connection.status === 'offline')
  network.heal()
  await untilLive(client)
  expect([stateOf(client).accounts.user?._id, stateOf(client).accounts.ended]).toEqual([id, null])
})

test('a session that the store ends is over in every tab, with its reason', async () => {
  const { client, device, id } = await openSomebody(await openNetwork(store))
  const other = device.openTab()
  await untilLive(other)
  const session = await sessionOf(id)
  await change(store.store, (making) => endSession(making, session, 'password'))
  await until(() => stateOf(client).accounts.user === null && stateOf(other).accounts.user === null)
  expect([stateOf(client).accounts.ended, stateOf(other).accounts.ended]).toContain('password')
  expect(device.kept.size).toBe(0)
  await untilLive(client)
})

test('a session that cannot be renewed has expired', async () => {
  const { client, device, id } = await openSomebody(await openNetwork(store))
  await store.store.db.delete(sessions).where(eq(sessions.userId, id))
  await expect(loadCart(client)).rejects.toMatchObject({ status: 401 })
  expect(stateOf(client).accounts).toMatchObject({ user: null, ended: 'expired' })
  expect([device.kept.size, device.cookies.size]).toEqual([0, 0])
  await untilLive(client)
})

test('after the store was restored from elsewhere everything is loaded again', async () => {
  const network = await openNetwork(store)
  const { client } = await openSomebody(network)
  await buildItem(store)
  await loadItems(client, {})
  const other = await openTestStore()
  try {
    network.cut()
    network.leadTo(other)
    network.heal()
    await until(() => stateOf(client).accounts.ended === 'expired')
    await until(() => stateOf(client).generation === 1)
    await untilLive(client)
    const { id } = await buildItem(other)
    await loadItems(client, {})
    expect(stateOf(client).catalogue.lists[itemsKey({})]!.ids).toEqual([id])
  } finally {
    network.cut()
    await other.close()
  }
})
