import { count, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  audit,
  cartLines,
  couponRedemptions,
  coupons,
  orderEvents,
  orders,
  pointsEntries,
} from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { checkout } from '../../../server/orders/checkout.ts'
import { expire } from '../../../server/orders/expire.ts'
import { markPaid } from '../../../server/orders/mark-paid.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCoupon, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { randomSeed, rounds, thorough } from '../../thorough.ts'
import { expectInvariants, readRows } from './invariants.ts'

const roundCount = rounds(20, 1000)
const timeoutMs = thorough ? 300_000 : 20_000

let server: TestServer
let mira: TestUser
let ishara: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
})
afterAll(async () => {
  expectInvariants(await readRows(server), null)
  await server.close()
}, timeoutMs)

type Contestant = (orderId: string, round: number) => Promise<{ status: number }>
const patch = (path: string, { token }: TestUser, body?: unknown) => server.call('PATCH', path, body, { token })
const cancel: Contestant = (id) => patch(`/checkout/${id}/cancel`, customers.get(id)!)
const pay: Contestant = (id) => patch(`/checkout/${id}/mark-paid`, customers.get(id)!, { paymentMethod: 'bank' })
const verifyBy =
  (staff: () => TestUser): Contestant =>
  (id) =>
    patch(`/admin/orders/${id}/verify`, staff())
const verify = verifyBy(() => mira)
const reject: Contestant = (id) => patch(`/admin/orders/${id}/reject`, ishara, { reason: 'Nothing came' })
const claimBy =
  (staff: () => TestUser): Contestant =>
  (id) =>
    server.call('POST', `/admin/orders/${id}/claim`, undefined, { token: staff().token })
/** The scheduler's expiry in the shape of a request: 200 if it expired the order, 409 if it left it alone. */
const expireOrder: Contestant = async (id) => {
  await runMutation(server.app, (ctx) => expire(ctx, id))
  const [order] = await server.app.db.select().from(orders).where(eq(orders.id, id))
  return { status: order!.paymentStatus === 'cancelled' ? 200 : 409 }
}

const customers = new Map<string, TestUser>()
const ordersPerCustomer = 50

/** Places orders of one item without HTTP requests; only the races use them. */
async function placeOrders(orderCount: number, { paid = false } = {}): Promise<string[]> {
  const item = await buildItem(server)
  const ids: string[] = []
  while (ids.length < orderCount) {
    // Events carry the totals of all of a customer's orders, so one customer with thousands would slow the races down.
    const customer = await buildUser(server)
    const placed = await runMutation(server.app, async (ctx) => {
      const batch: string[] = []
      for (let i = 0; i < Math.min(ordersPerCustomer, orderCount - ids.length); i += 1) {
        await ctx.tx.insert(cartLines).values({ userId: customer.id, itemId: item.id, count: 1, priceWhenAdded: 1000 })
        const { _id } = await checkout(ctx, customer, 'bank')
        if (paid) await markPaid(ctx, customer, _id, {})
        batch.push(_id)
      }
      return batch
    })
    for (const id of placed) customers.set(id, customer)
    ids.push(...placed)
  }
  return ids
}

type Outcome = [first: number, second: number]
const maxConcurrentRaces = 20

/** Lets two contestants race for each order, taking turns to start first. Returns both statuses of each race. */
async function race(ids: string[], first: Contestant, second: Contestant): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let i = 0; i < ids.length; i += maxConcurrentRaces) {
    const batch = ids.slice(i, i + maxConcurrentRaces).map(async (id, j): Promise<Outcome> => {
      const starts = [() => first(id, i + j), () => second(id, i + j)]
      const ordered = j % 2 ? starts.toReversed() : starts
      const responses = await Promise.all(ordered.map((start) => headStart().then(start)))
      const [a, b] = j % 2 ? responses.toReversed() : responses
      return [a!.status, b!.status]
    })
    outcomes.push(...(await Promise.all(batch)))
  }
  return outcomes
}

let randomState = randomSeed
/** A pseudo-random integer from 0 to `max`. */
function randomInt(max: number): number {
  randomState = (Math.imul(randomState, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((randomState / 2 ** 32) * (max + 1))
}

/** Waits for a random number of event loop turns: without it, a request without a body would always win. */
async function headStart() {
  for (let turns = randomInt(6); turns > 0; turns -= 1) await new Promise(setImmediate)
}

/** Asserts that exactly one side of each race succeeded and that, over many races, each side won some. */
function expectOneWinner(outcomes: Outcome[], loserStatus = 409) {
  expect(outcomes.length).toBe(roundCount)
  expect(outcomes.filter((both) => Math.min(...both) !== 200 || Math.max(...both) !== loserStatus)).toEqual([])
  if (thorough) expect(new Set(outcomes.map(([first]) => first)).size).toBe(2)
}
const winsOf = (outcomes: Outcome[], side: 0 | 1) => outcomes.filter((both) => both[side] === 200).length

/** How often each event occurs in the histories of these orders; 0 if left out. */
async function expectEvents(ids: string[], expected: Partial<Record<typeof orderEvents.$inferSelect.what, number>>) {
  const rows = await server.app.db
    .select({ what: orderEvents.what, count: count() })
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .groupBy(orderEvents.what)
  const nonZero = Object.entries(expected).filter(([, times]) => times > 0)
  expect(Object.fromEntries(rows.map((row) => [row.what, row.count]))).toEqual(Object.fromEntries(nonZero))
}

const countPoints = (ids: string[]) => server.app.db.$count(pointsEntries, inArray(pointsEntries.orderId, ids))

it('lets either cancelling or paying win', { timeout: timeoutMs }, async () => {
  const ids = await placeOrders(roundCount)
  const outcomes = await race(ids, cancel, pay)
  expectOneWinner(outcomes)
  await expectEvents(ids, { created: roundCount, cancelled: winsOf(outcomes, 0), paid: winsOf(outcomes, 1) })
})

it('lets one of two payments win', { timeout: timeoutMs }, async () => {
  const ids = await placeOrders(roundCount)
  expectOneWinner(await race(ids, pay, pay))
  await expectEvents(ids, { created: roundCount, paid: roundCount })
})

it('lets either paying or expiring win', { timeout: timeoutMs }, async () => {
  const ids = await placeOrders(roundCount)
  const outcomes = await race(ids, expireOrder, pay)
  expectOneWinner(outcomes)
  await expectEvents(ids, { created: roundCount, expired: winsOf(outcomes, 0), paid: winsOf(outcomes, 1) })
})

it('lets either verifying or rejecting win, with one audit row and one award', { timeout: timeoutMs }, async () => {
  const ids = await placeOrders(roundCount, { paid: true })
  const outcomes = await race(ids, verify, reject)
  expectOneWinner(outcomes)
  const [verified, rejected] = [winsOf(outcomes, 0), winsOf(outcomes, 1)]
  await expectEvents(ids, { created: roundCount, paid: roundCount, verified, rejected })
  expect(await countPoints(ids)).toBe(verified)
  expect(await server.app.db.$count(audit, inArray(audit.subjectId, ids))).toBe(roundCount)
})

it('lets one of two verifications win and awards points once', { timeout: timeoutMs }, async () => {
  const ids = await placeOrders(roundCount, { paid: true })
  expectOneWinner(
    await race(
      ids,
      verify,
      verifyBy(() => ishara),
    ),
  )
  await expectEvents(ids, { created: roundCount, paid: roundCount, verified: roundCount })
  expect(await countPoints(ids)).toBe(roundCount)
})

it('lets one of two claims win', { timeout: timeoutMs }, async () => {
  const ids = await placeOrders(roundCount, { paid: true })
  const outcomes = await race(
    ids,
    claimBy(() => mira),
    claimBy(() => ishara),
  )
  expectOneWinner(outcomes)
  const rows = await server.app.db.select().from(orders).where(inArray(orders.id, ids))
  const holders = new Map(rows.map((row) => [row.id, row.claimedBy]))
  expect(ids.map((id) => holders.get(id))).toEqual(outcomes.map(([first]) => (first === 200 ? mira.id : ishara.id)))
})

it('gives the last use of a coupon to one of two orders', { timeout: timeoutMs }, async () => {
  const ids = await placeOrders(roundCount * 2)
  const used = await Promise.all(
    Array.from({ length: roundCount }, () => buildCoupon(server, { usesLimit: 3, uses: 2 })),
  )
  const apply = (id: string, round: number) =>
    patch(`/checkout/${id}/apply-coupon`, customers.get(id)!, { couponId: used[round]!.id })
  const outcomes = await race(
    ids.slice(0, roundCount),
    (id, round) => apply(id, round),
    (_, round) => apply(ids[roundCount + round]!, round),
  )
  expectOneWinner(outcomes, 404)
  const isUsed = inArray(
    coupons.id,
    used.map(({ id }) => id),
  )
  const rows = await server.app.db
    .select({ uses: coupons.uses, redemptions: count(couponRedemptions.orderId) })
    .from(coupons)
    .leftJoin(couponRedemptions, eq(couponRedemptions.couponId, coupons.id))
    .where(isUsed)
    .groupBy(coupons.id)
  expect(rows).toEqual(used.map(() => ({ uses: 3, redemptions: 1 })))
  // The first two uses belong to no order, which the invariants after all tests would reject.
  await server.app.db.update(coupons).set({ uses: 1 }).where(isUsed)
})

it('creates one order for two checkouts with the same idempotency key', { timeout: timeoutMs }, async () => {
  const item = await buildItem(server)
  const before = await server.app.db.$count(orders)
  let customer!: TestUser
  for (let i = 0; i < roundCount; i += 1) {
    if (i % ordersPerCustomer === 0) customer = await buildUser(server)
    const { token } = customer
    await server.call('POST', '/cart', { item: item.id }, { token })
    const buy = () => server.call('POST', '/checkout', { paymentMethod: 'bank' }, { token, key: `key${i}` })
    const [first, second] = await Promise.all([buy(), buy()])
    expect([first.status, second.status, first.body]).toEqual([200, 200, second.body])
    expect(first.headers.get('x-stream-position')).toBe(second.headers.get('x-stream-position'))
  }
  expect(await server.app.db.$count(orders)).toBe(before + roundCount)
  expect(await server.app.db.$count(orders, eq(orders.total, 0))).toBe(0)
})
