import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartLines, couponRedemptions, orders } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { checkout } from '../../../server/orders/checkout.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCoupon, buildItem, buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

const roundCount = 10

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: TestServer
let mira: TestUser
beforeAll(async () => {
  database = await createPostgresDatabase()
  server = await startTestServer({ DATABASE_URL: database.url })
  mira = await buildStaff(server)
}, 60_000)
afterAll(async () => {
  await server.close()
  expect(await database.countDeadlocks()).toBe(0)
  await database.drop()
})

const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status).toSorted((a, b) => a - b)
const pay = ({ token }: TestUser, id: string, reference: string) =>
  server.call('PATCH', `/checkout/${id}/mark-paid`, { paymentMethod: 'bank', reference }, { token })

it('flags both of two orders that are marked as paid with one reference at once, while another is verified', async () => {
  const [ada, eve] = [await buildUser(server), await buildUser(server)]
  for (let round = 0; round < roundCount; round += 1) {
    const reference = `CEFT 10${round}`
    const ids = [await buildOrder(server, ada), await buildOrder(server, eve), await buildOrder(server, ada)].map(
      ({ _id }) => _id,
    )
    await pay(ada, ids[0]!, reference)
    const { token } = mira
    const responses = await Promise.all([
      pay(eve, ids[1]!, reference),
      pay(ada, ids[2]!, reference),
      server.call('PATCH', `/admin/orders/${ids[0]}/verify`, undefined, { token }),
    ])
    expect(statusesOf(responses)).toEqual([200, 200, 200])
    for (const id of ids) {
      const { body } = await server.call<Wire['order']>('GET', `/admin/orders/${id}`, undefined, { token })
      expect(body.data).toMatchObject({ referenceReused: true, sameReference: { count: 2 } })
    }
  }
})

it('lets one of two customers redeem who use each other’s codes at once', async () => {
  for (let round = 0; round < roundCount; round += 1) {
    const pair = [await buildUser(server), await buildUser(server)] as const
    for (const [i, { token }] of pair.entries()) {
      await server.call('POST', '/referral', { code: `R${round}N${i}` }, { token })
    }
    const redeem = ({ id, token }: TestUser, code: string) =>
      server.call('POST', '/referral/use', { code, userId: id }, { token })
    const responses = await Promise.all([redeem(pair[0], `R${round}N1`), redeem(pair[1], `R${round}N0`)])
    expect(statusesOf(responses)).toEqual([200, 422])
  }
})

it('lets one of several orders hold a limited coupon', async () => {
  const ada = await buildUser(server)
  for (let round = 0; round < roundCount; round += 1) {
    const coupon = await buildCoupon(server, { usesLimit: 20 })
    const ids: string[] = []
    for (let i = 0; i < 4; i += 1) ids.push((await buildOrder(server, ada))._id)
    const responses = await Promise.all(
      ids.map((id) =>
        server.call('PATCH', `/checkout/${id}/apply-coupon`, { couponId: coupon.id }, { token: ada.token }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await server.app.db.$count(couponRedemptions, eq(couponRedemptions.couponId, coupon.id))).toBe(1)
  }
})

it('lets one of two orders take the 10th place', async () => {
  const item = await buildItem(server)
  const limited = { ...server.app, env: { ...server.env, rateLimitsEnabled: true } }
  const place = async (customer: TestUser) => {
    await runMutation(limited, async (ctx) => {
      await ctx.tx
        .insert(cartLines)
        .values({ userId: customer.id, itemId: item.id, count: 1, priceWhenAdded: 1000 })
        .onConflictDoNothing()
      await checkout(ctx, customer, 'bank')
    })
    return { status: 200 }
  }
  for (let round = 0; round < roundCount; round += 1) {
    const ada = await buildUser(server)
    for (let i = 0; i < 9; i += 1) await place(ada)
    await Promise.allSettled([place(ada), place(ada)])
    const unpaid = and(eq(orders.userId, ada.id), eq(orders.paymentStatus, 'pending'))
    expect(await server.app.db.$count(orders, unpaid)).toBe(10)
  }
})
