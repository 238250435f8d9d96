import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessTokens, sessions } from '../../../drizzle/schema.ts'
import { endSession } from '../../../server/accounts/end-session.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { addToCart, loadCart } from '../../../client/cart/actions.ts'
import { loadItems } from '../../../client/catalogue/actions.ts'
import { itemsKey } from '../../../client/catalogue/store.ts'
import type { Client } from '../../../client/client.ts'
import { checkout, loadOrders, markPaid } from '../../../client/orders/actions.ts'
import { ordersKey } from '../../../client/orders/store.ts'
import { verifyPayment } from '../../../client/orders/staff/actions.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildItem } from '../../build.ts'
import { openNetwork, openUser, stateOf, untilLive } from '../device.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

/** Records the changes of the connection's status. */
function recordStatus(client: Client) {
  const statuses: string[] = []
  client.store.subscribe(({ connection }, before) => {
    if (connection.status !== before.connection.status) statuses.push(connection.status)
  })
  return statuses
}

const sessionOf = async (id: string) =>
  (await server.app.db.select().from(sessions).where(eq(sessions.userId, id))).find(({ endedAt }) => !endedAt)!.id

it('replays missed events after a network failure without loading anything again', async () => {
  const network = await openNetwork(server)
  const { client: customer } = await openUser(network)
  await loadOrders(customer, {})
  await addToCart(customer, (await buildItem(server)).id)
  const { _id } = await checkout(customer, 'binance')
  await markPaid(customer, _id, { paymentMethod: 'bank' })
  const { client: staff } = await openUser(await openNetwork(server), { isStaff: true })

  const statuses = recordStatus(customer)
  network.cut()
  await waitFor(() => stateOf(customer).connection.status === 'offline')
  await verifyPayment(staff, _id)
  await expect(loadCart(customer)).rejects.toMatchObject({ status: 0, code: 'network' })
  expect(stateOf(customer).orders.byId[_id]).toMatchObject({ paymentStatus: 'paid' })
  network.heal()
  await untilLive(customer)
  expect(stateOf(customer).orders.byId[_id]).toMatchObject({ paymentStatus: 'verified' })
  expect([statuses, stateOf(customer).refetchVersion]).toEqual([['offline', 'live'], 0])
})

it('creates one order when the answer to a checkout is lost', async () => {
  const network = await openNetwork(server)
  const { client } = await openUser(network)
  await addToCart(client, (await buildItem(server)).id)
  network.loseAnswer('/checkout')
  const { _id } = await checkout(client, 'binance')
  await loadOrders(client, {})
  expect(stateOf(client).orders.lists[ordersKey({})]!.ids).toEqual([_id])
})

it('refreshes an expired token for calls and the connection without interruption', async () => {
  const { client, id } = await openUser(await openNetwork(server))
  const statuses = recordStatus(client)
  const before = client.session.current()!.token
  await server.app.db.delete(accessTokens).where(eq(accessTokens.sessionId, await sessionOf(id)))
  await Promise.all([loadCart(client), loadOrders(client, {})])
  expect(client.session.current()!.token).not.toBe(before)
  await addToCart(client, (await buildItem(server)).id)
  expect([stateOf(client).accounts.user?._id, statuses]).toEqual([id, []])
})

it('refreshes the token when the server rejects a connection', async () => {
  const network = await openNetwork(server)
  const { client, id } = await openUser(network)
  await server.app.db.delete(accessTokens).where(eq(accessTokens.sessionId, await sessionOf(id)))
  network.cut()
  await waitFor(() => stateOf(client).connection.status === 'offline')
  network.heal()
  await untilLive(client)
  expect([stateOf(client).accounts.user?._id, stateOf(client).accounts.endReason]).toEqual([id, null])
})

it('ends the session in every tab when the server ends it, with the reason', async () => {
  const { client, device, id } = await openUser(await openNetwork(server))
  const other = device.openTab()
  await untilLive(other)
  const session = await sessionOf(id)
  await runMutation(server.app, (ctx) => endSession(ctx, session, 'password'))
  await waitFor(() => stateOf(client).accounts.user === null && stateOf(other).accounts.user === null)
  expect([stateOf(client).accounts.endReason, stateOf(other).accounts.endReason]).toContain('password')
  expect(device.storage.size).toBe(0)
  await untilLive(client)
})

it('ends the session as expired when the token can’t be refreshed', async () => {
  const { client, device, id } = await openUser(await openNetwork(server))
  await server.app.db.delete(sessions).where(eq(sessions.userId, id))
  await expect(loadCart(client)).rejects.toMatchObject({ status: 401 })
  expect(stateOf(client).accounts).toMatchObject({ user: null, endReason: 'expired' })
  expect([device.storage.size, device.cookies.size]).toEqual([0, 0])
  await untilLive(client)
})

it('loads everything again after the server was restored from elsewhere', async () => {
  const network = await openNetwork(server)
  const { client } = await openUser(network)
  await buildItem(server)
  await loadItems(client, {})
  const other = await startTestServer()
  try {
    network.cut()
    network.connectTo(other)
    network.heal()
    await waitFor(() => stateOf(client).accounts.endReason === 'expired')
    await waitFor(() => stateOf(client).refetchVersion === 1)
    await untilLive(client)
    const { id } = await buildItem(other)
    await loadItems(client, {})
    expect(stateOf(client).catalogue.lists[itemsKey({})]!.ids).toEqual([id])
  } finally {
    network.cut()
    await other.close()
  }
})

it('disconnects a page that may be kept for Back, and catches up when it is shown again', async () => {
  const { client, device } = await openUser(await openNetwork(server))
  await loadCart(client)
  const other = device.openTab()
  await untilLive(other)
  const [page] = device.pages
  const item = await buildItem(server)
  page!.dispatchEvent(new Event('pagehide'))
  await addToCart(other, item.id)
  await waitFor(() => stateOf(other).cart.lines?.length === 1)
  expect(stateOf(client).cart.lines).toEqual([])

  page!.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(() => stateOf(client).cart.lines?.length === 1)
})

it('shows a page that was kept for Back to the user who is logged in by then', async () => {
  const { client, device } = await openUser(await openNetwork(server))
  const [page] = device.pages
  page!.dispatchEvent(new Event('pagehide'))
  // A page that is kept gets no storage events.
  device.storage.delete('token')
  expect(stateOf(client).accounts.user).not.toBeNull()
  page!.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(stateOf(client).accounts.user).toBeNull()
})
