import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { referrals } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

let server: TestServer
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
})
afterAll(() => server.close())

type Preview = { deductions: { user: object; points: number; balance: number }[] }
const preview = (id: string, { token }: TestUser = mira) =>
  server.call<Preview>('GET', `/admin/orders/${id}/refund`, undefined, { token })
const userOf = ({ id, firstName, lastName }: TestUser) => ({ _id: id, firstName, lastName })
const correct = (user: TestUser, points: number) =>
  server.call('POST', `/admin/customers/${user.id}/points`, { points, reason: 'Paid out' }, { token: mira.token })
const pointsOf = async ({ token }: TestUser) =>
  (await server.call('GET', '/points/me', undefined, { token })).body.totalPoints

it('names the points that a refund takes from the customer and their referrer, and the balances', async () => {
  const [ada, owner] = [await buildUser(server), await buildUser(server)]
  await server.app.db.insert(referrals).values({ refereeId: ada.id, referrerId: owner.id })
  const { _id } = await buildVerifiedOrder(server, ada, mira, { price: 5000 })
  await correct(ada, -45)
  expect((await preview(_id)).body.data.deductions).toEqual([
    { user: userOf(ada), points: 50, balance: 5 },
    { user: userOf(owner), points: 5, balance: 5 },
  ])
  const refunded = await server.call(
    'PATCH',
    `/admin/orders/${_id}/refund`,
    { reason: 'As agreed' },
    { token: mira.token },
  )
  expect(refunded.status, 'a balance may fall below zero').toBe(200)
  expect([await pointsOf(ada), await pointsOf(owner)]).toEqual([-45, 0])
  expect((await preview(_id)).body.data.deductions, 'there is nothing left to take').toEqual([])
  expect(await correct(ada, -1)).toMatchObject({ status: 422 })
})

it('names nobody for an order that earned nothing', async () => {
  const ada = await buildUser(server)
  for (const { _id } of [
    await buildPaidOrder(server, ada),
    await buildVerifiedOrder(server, ada, mira, { price: 50 }),
  ]) {
    expect((await preview(_id)).body.data).toEqual({ deductions: [] })
  }
})

it('returns 404 for an unknown order and 403 to customers', async () => {
  const ada = await buildUser(server)
  const { _id } = await buildPaidOrder(server, ada)
  expect(await preview('nothing')).toMatchObject({ status: 404, body: { message: 'Order not found' } })
  expect((await preview(_id, ada)).status).toBe(403)
})

// A query plan of SQLite.
it.runIf(dialect === 'sqlite')('finds the points of an order along an index', () => {
  const reader = new Database(`${server.folder}/store.db`, { readonly: true })
  const plan = reader.prepare('explain query plan select * from points_entries where order_id = ?').all('o')
  reader.close()
  expect(JSON.stringify(plan)).toContain('points_by_order')
})
