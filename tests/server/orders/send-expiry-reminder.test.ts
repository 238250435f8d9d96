import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { findOrdersExpiringSoon, sendExpiryReminder } from '../../../server/orders/send-expiry-reminder.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildUser, type TestUser } from '../../build.ts'

const hourMs = 3_600_000

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
})
afterAll(() => server.close())

const findDue = async (expiryHours = 72) =>
  (await findOrdersExpiringSoon(server.app.db, expiryHours)).map(({ id }) => id)
const remindAll = async () => {
  for (const id of await findDue()) await runMutation(server.app, (ctx) => sendExpiryReminder(ctx, id))
}
const setExpiry = (id: string, msFromNow: number) =>
  server.app.db
    .update(orders)
    .set({ expiresAt: new Date(Date.now() + msFromNow) })
    .where(eq(orders.id, id))

it('reminds the customer once, a day before the order expires', async () => {
  const order = await buildOrder(server, ada)
  expect(await findDue()).toEqual([])
  await setExpiry(order._id, 24 * hourMs - 1000)
  const phone = await server.connect({ token: ada.token })
  await Promise.all([remindAll(), remindAll()])
  await remindAll()
  await expect.poll(phone.eventSummaries).toEqual(['notification.created'])
  const { body } = await server.call('GET', '/notifications', undefined, { token: ada.token })
  expect(body.notifications).toMatchObject([
    {
      type: 'warning',
      message: `Your order #${order._id.slice(-6).toUpperCase()} is not paid yet: it expires in 24 hours`,
      link: `/orders/${order._id}`,
    },
  ])
})

it('does not remind for an order that is paid, cancelled or expired', async () => {
  const [paid, cancelled, expired] = [
    await buildPaidOrder(server, ada),
    await buildOrder(server, ada),
    await buildOrder(server, ada),
  ]
  await server.call('PATCH', `/checkout/${cancelled._id}/cancel`, undefined, { token: ada.token })
  for (const { _id } of [paid, cancelled]) await setExpiry(_id, hourMs)
  await setExpiry(expired._id, -1)
  expect(await findDue()).toEqual([])
  const before = await server.call('GET', '/notifications', undefined, { token: ada.token })
  for (const { _id } of [paid, cancelled, expired]) await runMutation(server.app, (ctx) => sendExpiryReminder(ctx, _id))
  const after = await server.call('GET', '/notifications', undefined, { token: ada.token })
  expect(after.body.notifications).toEqual(before.body.notifications)
})

it('reminds halfway to the expiry when orders expire within two days', async () => {
  const { _id } = await buildOrder(server, ada)
  await setExpiry(_id, 4 * hourMs)
  expect(await findDue(6)).toEqual([])
  await setExpiry(_id, 3 * hourMs - 1000)
  expect(await findDue(6)).toEqual([_id])
})

it.each([
  [10 * 60_000, 'an hour'],
  [hourMs, 'an hour'],
  [2 * hourMs, '2 hours'],
])('says at %i ms before the expiry that it expires in %s', async (ms, text) => {
  const { _id, expiresAt } = await buildOrder(server, ada)
  const now = new Date(Date.parse(expiresAt) - ms)
  await runMutation(server.app, (ctx) => sendExpiryReminder(ctx, _id, now))
  const { body } = await server.call('GET', '/notifications?limit=1', undefined, { token: ada.token })
  expect(body.notifications[0]!.message).toBe(
    `Your order #${_id.slice(-6).toUpperCase()} is not paid yet: it expires in ${text}`,
  )
})

it('does not remind at the moment of the expiry', async () => {
  const { _id, expiresAt } = await buildOrder(server, ada)
  await runMutation(server.app, (ctx) => sendExpiryReminder(ctx, _id, new Date(expiresAt)))
  const [row] = await server.app.db.select().from(orders).where(eq(orders.id, _id))
  expect(row!.warnedAt).toBeNull()
})
