import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { findExpiredClaims, releaseExpiredClaim } from '../../../server/orders/claim.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

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
  expect(await findExpiredClaims(server.app.db)).toMatchObject([{ id }])
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

describe('an order that awaits delivery', () => {
  beforeEach(async () => {
    id = (await buildVerifiedOrder(server, ada, mira))._id
  })
  const complete = (staff: TestUser) => call('PATCH', `/admin/orders/${id}/complete`, staff, { delivery: 'KEY-1' })
  const refund = (staff: TestUser) => call('PATCH', `/admin/orders/${id}/refund`, staff, { reason: 'Sent back' })

  it('can be claimed, so that two people never prepare it', async () => {
    expect((await claim(mira)).body.data).toMatchObject({ checking: { name: 'Mira' }, checkingBy: mira.id })
    expect((await readAsCustomer()).checking!.name).toBe('Mira')
    for (const { status, body } of [await claim(ishara), await complete(ishara), await refund(ishara)]) {
      expect([status, body.error, body.message]).toEqual([409, 'claimed', 'Mira is preparing this order.'])
    }
    expect((await readAsCustomer()).orderStatus).toBe('processing')
    expect((await complete(mira)).body.data).toMatchObject({ orderStatus: 'completed', checking: null })
    expect((await claim(mira)).status).toBe(409)
  })

  it('can be released or expire, and is then free for a colleague', async () => {
    await claim(mira)
    expect((await release(mira)).body.data.checking).toBeNull()
    expect((await claim(ishara)).status).toBe(200)
    await ageClaim(5 * 60_000 + 1)
    expect((await complete(mira)).body.data).toMatchObject({ orderStatus: 'completed', checking: null })
  })

  it('loses its claim when it is refunded', async () => {
    await claim(mira)
    expect((await refund(mira)).body.data).toMatchObject({ paymentStatus: 'refunded', checking: null })
  })

  it('can be completed without a claim by one of ten', async () => {
    for (let round = 0; round < 5; round++) {
      id = (await buildVerifiedOrder(server, ada, mira))._id
      const claims = await Promise.all(Array.from({ length: 10 }, (_, n) => claim(n % 2 ? mira : ishara)))
      const holder = (await call('GET', `/admin/orders/${id}`, mira)).body.data.checkingBy
      expect(claims.map(({ status }) => status === 200)).toEqual(
        claims.map((_, n) => (n % 2 ? mira : ishara).id === holder),
      )
      const done = await Promise.all([complete(mira), complete(ishara), complete(mira), complete(ishara)])
      expect(done.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })
})

it('returns 409 for an order that awaits neither verification nor delivery', async () => {
  const pending = await buildOrder(server, ada)
  expect((await claim(mira, pending._id)).body.error).toBe('order_not_paid')
  await decide(mira, 'reject')
  expect((await claim(mira)).status).toBe(409)
  expect((await claim(mira, 'nothing')).status).toBe(404)
})
