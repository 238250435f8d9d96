import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
let id: string
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  id = (await buildPaidOrder(server, ada))._id
})

const see = ({ token }: TestUser) => server.call('POST', `/checkout/${id}/verification-seen`, undefined, { token })
const decide = (decision: string, body?: object) =>
  server.call('PATCH', `/admin/orders/${id}/${decision}`, body, { token: mira.token })
const read = async () =>
  (await server.call<Wire['order']>('GET', `/checkout/${id}`, undefined, { token: ada.token })).body.data

it('records and publishes the first time that its customer sees a verification, and no other', async () => {
  await decide('verify')
  expect((await read()).verificationSeenAt).toBeNull()
  const customer = await server.connect({ token: ada.token })
  expect((await see(ada)).status).toBe(200)
  const { verificationSeenAt } = await read()
  expect(verificationSeenAt).not.toBeNull()
  await expect.poll(customer.eventSummaries).toEqual(['order.changed verified'])

  expect((await see(ada)).status).toBe(200)
  expect((await decide('unverify', { reason: 'Another order’s transfer' })).status).toBe(200)
  expect((await see(ada)).status).toBe(200)
  expect((await decide('verify')).status).toBe(200)
  expect(await read()).toMatchObject({ paymentStatus: 'verified', verificationSeenAt })
  const changes = ['order.changed verified', 'order.changed unverified', 'order.changed verified']
  const isOfOrder = (event: string) => event.startsWith('order')
  await expect.poll(() => customer.eventSummaries().filter(isOfOrder)).toEqual(changes)
})

it('takes it from its customer alone, and not before the order is verified', async () => {
  expect(await see(ada)).toMatchObject({ status: 409, body: { error: 'order_not_verified' } })
  await decide('verify')
  expect((await see(await buildUser(server))).status).toBe(404)
  expect((await see(mira)).status).toBe(404)
  expect((await read()).verificationSeenAt).toBeNull()
})

it('records it once when several screens report it at the same time', async () => {
  await decide('verify')
  const customer = await server.connect({ token: ada.token })
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => see(ada)))).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token })
  await expect.poll(customer.eventSummaries).toEqual(['order.changed verified', 'user.changed'])
})
