import { and, count, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cartLines, couponRedemptions, coupons, orderEvents, orders, pointsEntries } from '../../../drizzle/schema.ts'
import { checkout } from '../../../server/orders/checkout.ts'
import { markPaid } from '../../../server/orders/mark-paid.ts'
import { change } from '../../../server/stream/change.ts'
import { soak } from '../../soak.ts'
import { type Answered, openTestStore, type TestStore } from '../../app.ts'
import { buildCoupon, buildItem, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { expectWhole, readRows } from './invariants.ts'

/** A hundred in an everyday run. */
const rounds = soak > 1 ? 1000 : 100

let store: TestStore
let mira: Somebody
let ishara: Somebody
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore()
  mira = await buildStaff(store)
  ishara = await buildStaff(store)
  ada = await buildUser(store)
})
afterAll(async () => {
  expectWhole(await readRows(store), null)
  await store.close()
}, 60_000)

type Start = (id: string, round: number) => Promise<Answered>
const patch = (path: string, { token }: Somebody, body?: unknown) => store.call('PATCH', path, body, { token })
const cancel: Start = (id) => patch(`/checkout/${id}/cancel`, ada)
const pay: Start = (id) => patch(`/checkout/${id}/mark-paid`, ada, { paymentMethod: 'bank' })
const verify: Start = (id) => patch(`/admin/orders/${id}/verify`, mira)
const reject: Start = (id) => patch(`/admin/orders/${id}/reject`, ishara, { reason: 'Nothing came' })
const claimBy =
  (staff: () => Somebody): Start =>
  (id) =>
    store.call('POST', `/admin/orders/${id}/claim`, undefined, { token: staff().token })

/** So many orders of one item, without the way through the front door: the races go through it. */
async function place(count: number, { paid = false } = {}): Promise<string[]> {
  const item = await buildItem(store)
  return change(store.store, async (making) => {
    const ids: string[] = []
    for (let i = 0; i < count; i += 1) {
      await making.tx.insert(cartLines).values({ userId: ada.id, itemId: item.id, count: 1, priceWhenAdded: 1000 })
      const { _id } = await checkout(making, ada, 'bank')
      if (paid) await markPaid(making, ada, _id, {})
      ids.push(_id)
    }
    return ids
  })
}

/** Starts both at the same moment on each, now the one first, now the other; many races run at once. */
async function race(ids: string[], one: Start, other: Start): Promise<[number, number][]> {
  const outcomes: [number, number][] = []
  for (let i = 0; i < ids.length; i += 20) {
    const some = ids.slice(i, i + 20).map(async (id, j) => {
      const starts = [() => one(id, i + j), () => other(id, i + j)]
      const answers = await Promise.all((j % 2 ? starts.toReversed() : starts).map((start) => soon().then(start)))
      const [first, second] = (j % 2 ? answers.toReversed() : answers).map(({ status }) => status)
      return [first!, second!] as [number, number]
    })
    outcomes.push(...(await Promise.all(some)))
  }
  return outcomes
}

/** At once, or as good as: a request without a body would always be the first. */
const soon = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3))

/** Exactly one of each two did it, and both sides won sometimes: else nothing raced. */
function expectOneWinner(outcomes: [number, number][], refused = 409) {
  expect(outcomes.length).toBe(rounds)
  expect(outcomes.filter((both) => Math.min(...both) !== 200 || Math.max(...both) !== refused)).toEqual([])
  expect(new Set(outcomes.map(([first]) => first)).size).toBe(2)
}
const stepsOf = async (ids: string[]) => {
  const rows = await store.store.db
    .select({ what: orderEvents.what, count: count() })
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .groupBy(orderEvents.what)
  return Object.fromEntries(rows.map((row) => [row.what, row.count]))
}
const wonBy = (outcomes: [number, number][], side: 0 | 1) => outcomes.filter((both) => both[side] === 200).length

test('cancelling against paying', async () => {
  const ids = await place(rounds)
  const outcomes = await race(ids, cancel, pay)
  expectOneWinner(outcomes)
  expect(await stepsOf(ids)).toEqual({ created: rounds, cancelled: wonBy(outcomes, 0), paid: wonBy(outcomes, 1) })
}, 60_000)

test('paying twice', async () => {
  const ids = await place(rounds)
  expectOneWinner(await race(ids, pay, pay))
  expect(await stepsOf(ids)).toEqual({ created: rounds, paid: rounds })
}, 60_000)

test('verifying against rejecting, by two of staff', async () => {
  const ids = await place(rounds, { paid: true })
  const outcomes = await race(ids, verify, reject)
  expectOneWinner(outcomes)
  const verified = wonBy(outcomes, 0)
  expect(await stepsOf(ids)).toEqual({ created: rounds, paid: rounds, verified, rejected: rounds - verified })
  expect(await store.store.db.$count(pointsEntries, inArray(pointsEntries.orderId, ids))).toBe(verified)
}, 60_000)

test('two claims', async () => {
  const ids = await place(rounds, { paid: true })
  const outcomes = await race(
    ids,
    claimBy(() => mira),
    claimBy(() => ishara),
  )
  expectOneWinner(outcomes)
  const rows = await store.store.db.select().from(orders).where(inArray(orders.id, ids))
  const holder = new Map(rows.map((row) => [row.id, row.claimedBy]))
  expect(ids.map((id) => holder.get(id))).toEqual(outcomes.map(([first]) => (first === 200 ? mira.id : ishara.id)))
}, 60_000)

test('the last use of a coupon, by two orders', async () => {
  const ids = await place(rounds * 2)
  const last = await Promise.all(Array.from({ length: rounds }, () => buildCoupon(store, { usesLimit: 3, uses: 2 })))
  const apply = (id: string, round: number) => patch(`/checkout/${id}/apply-coupon`, ada, { couponId: last[round]!.id })
  const outcomes = await race(
    ids.slice(0, rounds),
    (id, round) => apply(id, round),
    (_, round) => apply(ids[rounds + round]!, round),
  )
  expectOneWinner(outcomes, 404)
  const used = await store.store.db
    .select({ uses: coupons.uses })
    .from(coupons)
    .where(
      inArray(
        coupons.id,
        last.map(({ id }) => id),
      ),
    )
  expect(used.every(({ uses }) => uses === 3)).toBe(true)
  const held = await store.store.db
    .select({ count: count() })
    .from(couponRedemptions)
    .where(
      inArray(
        couponRedemptions.couponId,
        last.map(({ id }) => id),
      ),
    )
    .groupBy(couponRedemptions.couponId)
  expect(held.map((row) => row.count)).toEqual(Array(rounds).fill(1))
  // The two uses before were of no order here: what is checked at the end needs them given back.
  await store.store.db
    .update(coupons)
    .set({ uses: 1 })
    .where(
      inArray(
        coupons.id,
        last.map(({ id }) => id),
      ),
    )
}, 60_000)

test('the same Idempotency-Key at once: one order, one answer', async () => {
  const item = await buildItem(store)
  const before = await store.store.db.$count(orders)
  for (let i = 0; i < rounds; i += 1) {
    await store.call('POST', '/cart', { item: item.id }, { token: ada.token })
    const buy = () => store.call('POST', '/checkout', { paymentMethod: 'bank' }, { token: ada.token, key: `key${i}` })
    const [one, other] = await Promise.all([buy(), buy()])
    expect([one.status, other.status, one.body]).toEqual([200, 200, other.body])
    expect(one.headers.get('x-stream-position')).toBe(other.headers.get('x-stream-position'))
  }
  expect(await store.store.db.$count(orders)).toBe(before + rounds)
  expect(await store.store.db.$count(orders, and(eq(orders.userId, ada.id), eq(orders.total, 0)))).toBe(0)
}, 60_000)
