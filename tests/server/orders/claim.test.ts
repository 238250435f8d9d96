import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { findExpiredClaims, releaseExpiredClaim } from '../../../server/orders/claim.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
let ishara: TestUser
let id: string
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
  ishara = await buildStaff(server, { firstName: 'Ishara' })
})
afterAll(() => server.close())
beforeEach(async () => {
  id = (await buildPaidOrder(server, ada))._id
})

type Order = Wire['order']
const call = (method: string, path: string, { token }: TestUser, body?: unknown) =>
  server.call<Order>(method, path, body, { token })
const claim = (staff: TestUser, order = id) => call('POST', `/admin/orders/${order}/claim`, staff)
const release = (staff: TestUser) => call('DELETE', `/admin/orders/${id}/claim`, staff)
const decide = (staff: TestUser, action: string) =>
  call('PATCH', `/admin/orders/${id}/${action}`, staff, action === 'verify' ? undefined : { reason: 'Nothing came' })
const readAsCustomer = async () => (await call('GET', `/checkout/${id}`, ada)).body.data
/** Moves the claim back in time, as if `ms` had passed. */
async function ageClaim(ms: number) {
  const [row] = await server.app.db.select().from(orders).where(eq(orders.id, id))
  const earlier = (time: Date | null) => new Date(time!.getTime() - ms)
  await server.app.db
    .update(orders)
    .set({ claimedAt: earlier(row!.claimedAt), claimUntil: earlier(row!.claimUntil) })
    .where(eq(orders.id, id))
}

const releaseExpired = async () => {
  for (const { id } of await findExpiredClaims(server.app.db)) {
    await runMutation(server.app, (ctx) => releaseExpiredClaim(ctx, id))
  }
}

it('shows the customer the first name of who is checking, and until when', async () => {
  const { body } = await claim(mira)
  expect(body.data).toMatchObject({ checking: { name: 'Mira' }, checkingBy: mira.id })
  const { checking, ...rest } = await readAsCustomer()
  expect(checking!.name).toBe('Mira')
  expect(Date.parse(checking!.until) - Date.parse(checking!.since)).toBe(5 * 60_000)
  expect(rest).not.toHaveProperty('checkingBy')
})

it('returns 409 naming the colleague who holds the claim', async () => {
  await claim(mira)
  for (const { status, body } of [
    await claim(ishara),
    await decide(ishara, 'verify'),
    await decide(ishara, 'reject'),
  ]) {
    expect([status, body.error, body.message]).toEqual([409, 'claimed', 'Mira is checking this payment.'])
  }
  expect((await decide(mira, 'verify')).body.data).toMatchObject({ checking: null, checkingBy: null })
})

it('lets any staff member decide without a claim', async () => {
  expect((await decide(ishara, 'reject')).status).toBe(200)
})

it('renews one’s own claim and keeps its start', async () => {
  const first = (await claim(mira)).body.data.checking!
  await ageClaim(60_000)
  const renewed = (await claim(mira)).body.data.checking!
  expect(Date.parse(renewed.since)).toBe(Date.parse(first.since) - 60_000)
  expect(Date.parse(renewed.until)).toBeGreaterThanOrEqual(Date.parse(first.until))
})

it('can be released by its holder only', async () => {
  await claim(mira)
  expect((await release(ishara)).status).toBe(200)
  expect((await readAsCustomer()).checking).not.toBeNull()
  expect((await release(mira)).body.data.checking).toBeNull()
  expect((await claim(ishara)).status).toBe(200)
})

it('expires after five minutes for colleagues', async () => {
  await claim(mira)
  await ageClaim(4 * 60_000)
  expect((await claim(ishara)).status).toBe(409)
  await ageClaim(60_000 + 1)
  expect((await claim(ishara)).body.data.checking!.name).toBe('Ishara')
  await ageClaim(5 * 60_000 + 1)
  expect((await decide(mira, 'verify')).status).toBe(200)
})

it('is released when it expires, which customer and staff are shown', async () => {
  const renewed = (await buildPaidOrder(server, ada))._id
  await claim(mira)
  await claim(mira, renewed)
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: ishara.token })]
  await ageClaim(5 * 60_000 + 1)
  await releaseExpired()
  await expect.poll(customer.eventSummaries).toEqual(['order.changed released'])
  await expect.poll(staff.eventSummaries).toEqual(['order.changed released'])
  expect(customer.events()[0]!.data.order).toMatchObject({ _id: id, checking: null })
  const [row] = await server.app.db.select().from(orders).where(eq(orders.id, renewed))
  expect(row!.claimedBy).toBe(mira.id)
})

it('is shown in lists, with the name of each order’s holder', async () => {
  const [other, unclaimed] = [await buildPaidOrder(server, ada), await buildPaidOrder(server, ada)]
  await claim(mira)
  await claim(ishara, other._id)
  const { body } = await server.call<Order[]>('GET', '/checkout?limit=3', undefined, { token: ada.token })
  expect(body.data.map(({ _id, checking }) => [_id, checking?.name])).toEqual([
    [unclaimed._id, undefined],
    [other._id, 'Ishara'],
    [id, 'Mira'],
  ])
})

it('publishes nothing when it was released before it is found expired', async () => {
  const customer = await server.connect({ token: ada.token })
  await claim(mira)
  await release(mira)
  await runMutation(server.app, (ctx) => releaseExpiredClaim(ctx, id))
  await claim(mira)
  await expect
    .poll(customer.eventSummaries)
    .toEqual(['order.changed claimed', 'order.changed released', 'order.changed claimed'])
})

it('ends at its last millisecond', async () => {
  await claim(mira)
  const [row] = await server.app.db.select().from(orders).where(eq(orders.id, id))
  const end = row!.claimUntil!
  await runMutation(server.app, (ctx) => releaseExpiredClaim(ctx, id, new Date(end.getTime() - 1)))
  expect((await readAsCustomer()).checking).not.toBeNull()
  await runMutation(server.app, (ctx) => releaseExpiredClaim(ctx, id, end))
  expect((await readAsCustomer()).checking).toBeNull()
})

it('is not released when it is renewed after it was found expired', async () => {
  await claim(mira)
  const staff = await server.connect({ token: ishara.token })
  await ageClaim(5 * 60_000 + 1)
  expect(await findExpiredClaims(server.app.db)).toEqual([{ id }])
  await claim(mira)
  await runMutation(server.app, (ctx) => releaseExpiredClaim(ctx, id))
  expect((await readAsCustomer()).checking).toMatchObject({ name: 'Mira' })
  await release(mira)
  await expect.poll(staff.eventSummaries).toContain('order.changed released')
  expect(staff.eventSummaries().filter((summary) => summary.startsWith('order'))).toEqual([
    'order.changed claimed',
    'order.changed released',
  ])
})

it('returns 409 for an order that does not await verification', async () => {
  const pending = await buildOrder(server, ada)
  expect((await claim(mira, pending._id)).body.error).toBe('order_not_paid')
  await decide(mira, 'verify')
  expect((await claim(mira)).status).toBe(409)
  expect((await claim(mira, 'nothing')).status).toBe(404)
})
