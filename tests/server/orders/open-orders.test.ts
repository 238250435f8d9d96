import { afterAll, beforeAll, expect, it } from 'vitest'
import { and, eq, sql } from 'drizzle-orm'
import { dialect } from '../../../drizzle/kit.ts'
import { cartLines, orders } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { cancel } from '../../../server/orders/cancel.ts'
import { checkout } from '../../../server/orders/checkout.ts'
import { markPaid } from '../../../server/orders/mark-paid.ts'
import { verify } from '../../../server/orders/verify.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { onWriter } from '../../database.ts'
import { buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let unlimited: TestServer
let item: string
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'on' })
  unlimited = await startTestServer({ RATE_LIMITS: 'off' })
  item = (await buildItem(server)).id
})
afterAll(() => Promise.all([server.close(), unlimited.close()]))

/** Places an order without a request, which the rate limits would count. */
const place = (customer: TestUser, { app } = server, itemId = item) =>
  runMutation(app, async (ctx) => {
    await ctx.tx.insert(cartLines).values({ userId: customer.id, itemId, count: 1, priceWhenAdded: 1000 })
    return checkout(ctx, customer, 'bank')
  })
async function placeMany(customer: TestUser, count: number) {
  const placed = []
  for (let i = 0; i < count; i += 1) placed.push((await place(customer))._id)
  return placed
}
const pay = (customer: TestUser, id: string) => runMutation(server.app, (ctx) => markPaid(ctx, customer, id, {}))
const countOf = (customer: TestUser, status: 'pending' | 'paid') =>
  server.app.db.$count(orders, and(eq(orders.userId, customer.id), eq(orders.paymentStatus, status)))
const addToCart = ({ token }: TestUser) => server.call('POST', '/cart', { item, count: 1 }, { token })
const order = ({ token }: TestUser) =>
  server.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank' }, { token })
const markAsPaid = ({ token }: TestUser, id: string) =>
  server.call('PATCH', `/checkout/${id}/mark-paid`, { paymentMethod: 'bank' }, { token })

it('returns 422 for an 11th unpaid order and keeps the cart', async () => {
  const ada = await buildUser(server)
  const placed = await placeMany(ada, 10)
  await addToCart(ada)
  expect(await order(ada)).toMatchObject({
    status: 422,
    body: { error: 'too_many_unpaid', message: 'You have 10 unpaid orders. Pay or cancel one of them first.' },
  })
  expect(await countOf(ada, 'pending')).toBe(10)
  expect(await server.app.db.$count(cartLines, eq(cartLines.userId, ada.id))).toBe(1)
  const sam = await buildUser(server)
  await addToCart(sam)
  expect((await order(sam)).status, 'others are not counted').toBe(200)
  await runMutation(server.app, (ctx) => cancel(ctx, ada, placed[0]!))
  expect((await order(ada)).status).toBe(200)
})

it('returns 422 for an 11th unchecked payment and leaves the order unpaid', async () => {
  const [ada, mira] = [await buildUser(server), await buildStaff(server)]
  const paid = await placeMany(ada, 10)
  for (const id of paid) await pay(ada, id)
  const [next] = await placeMany(ada, 1)
  expect(await markAsPaid(ada, next!)).toMatchObject({
    status: 422,
    body: {
      error: 'too_many_unchecked',
      message: 'We are still checking 10 of your payments. Please wait until one is verified.',
    },
  })
  expect([await countOf(ada, 'paid'), await countOf(ada, 'pending')]).toEqual([10, 1])
  await runMutation(server.app, (ctx) => verify(ctx, mira, paid[3]!))
  expect((await markAsPaid(ada, next!)).status).toBe(200)
})

it('lets one of two requests pass that race for the 10th place', async () => {
  const statusOf = (work: Promise<unknown>) => work.then(() => 200).catch((error: { status: number }) => error.status)
  for (let round = 0; round < 8; round += 1) {
    const ada = await buildUser(server)
    const ids = await placeMany(ada, 9)
    expect((await Promise.all([statusOf(place(ada)), statusOf(place(ada))])).toSorted((a, b) => a - b)).toEqual([
      200, 422,
    ])
    expect(await countOf(ada, 'pending')).toBe(10)

    for (const id of ids) await pay(ada, id)
    const [one, two] = await placeMany(ada, 2)
    const both = await Promise.all([markAsPaid(ada, one!), markAsPaid(ada, two!)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await countOf(ada, 'paid')).toBe(10)
  }
})

// A query plan of SQLite.
it.runIf(dialect === 'sqlite')('counts along an index', async () => {
  const plan = (status: string) =>
    onWriter(
      server.app.db,
      sql`explain query plan select count(*) from orders where user_id = 'u' and payment_status = ${sql.raw(`'${status}'`)}`,
    )
  for (const status of ['pending', 'paid'])
    expect(String(await plan(status))).toContain('COVERING INDEX orders_by_user')
})

it('counts nothing with RATE_LIMITS=off', async () => {
  const ada = await buildUser(unlimited)
  const own = (await buildItem(unlimited)).id
  for (let i = 0; i < 11; i += 1) {
    const { _id } = await place(ada, unlimited, own)
    await runMutation(unlimited.app, (ctx) => markPaid(ctx, ada, _id, {}))
  }
  for (let i = 0; i < 11; i += 1) await place(ada, unlimited, own)
  expect(await unlimited.app.db.$count(orders, eq(orders.userId, ada.id))).toBe(22)
})
