import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, waitFor, type Wire } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
})
afterAll(() => server.close())

const post = (orderId: string) =>
  server.call<Wire['order']>('POST', `/admin/orders/${orderId}/claim`, undefined, { token: mira.token })
/** Claims an order in a tab of its own. */
async function claimInTab(orderId: string) {
  const tab = await server.connect({ token: mira.token })
  await post(orderId)
  expect(await tab.emit('watch', { orderId, claiming: true })).toEqual({ success: true })
  return tab
}

it('ends with the last tab that holds the claim, and survives a reload', async () => {
  const build = async () => (await buildPaidOrder(server, ada))._id
  const [killed, reloaded, elsewhere, twoTabs, read] = [
    await build(),
    await build(),
    await build(),
    await build(),
    await build(),
  ]
  const delivery = (await buildVerifiedOrder(server, ada, mira))._id
  const customer = await server.connect({ token: ada.token })
  const tabs = new Map<string, Awaited<ReturnType<typeof claimInTab>>>()
  for (const id of [delivery, reloaded, elsewhere, twoTabs, killed]) tabs.set(id, await claimInTab(id))
  const secondTab = await claimInTab(twoTabs)
  // Claimed by a program, and only open in a tab.
  await post(read)
  const reader = await server.connect({ token: mira.token })
  await reader.emit('watch', { orderId: read })

  for (const tab of [...tabs.values(), reader]) tab.socket.disconnect()
  const after = await claimInTab(reloaded)
  // Another process's socket is unknown here, but it renews the claim.
  await waitFor(() => Date.now() % 2 === 0)
  await post(elsewhere)

  const released = () =>
    customer
      .events()
      .filter(({ data }) => data.change === 'released')
      .map(({ data }) => (data.order as Wire['order'])._id)
  await waitFor(() => released().length === 2)
  expect(released()).toEqual([delivery, killed])
  const isClaimed = async (id: string) =>
    (await server.call<Wire['order']>('GET', `/checkout/${id}`, undefined, { token: ada.token })).body.data.checking !==
    null
  expect(await Promise.all([killed, delivery, reloaded, elsewhere, twoTabs, read].map(isClaimed))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ])
  expect([after.socket.connected, secondTab.socket.connected]).toEqual([true, true])
})

it('does not let a customer hold anything, or another person end a claim', async () => {
  const { _id: orderId } = await buildPaidOrder(server, ada)
  await claimInTab(orderId)
  const customer = await server.connect({ token: ada.token })
  expect(await customer.emit('watch', { orderId, claiming: true })).toEqual({ success: true })
  const wrong = await customer.emit('watch', { orderId, claiming: 'yes' })
  expect(wrong.success).toBe(false)
})
