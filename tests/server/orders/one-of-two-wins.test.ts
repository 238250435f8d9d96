import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, orderEvents, orders, pointsEntries } from '../../../drizzle/schema.ts'
import { expire } from '../../../server/orders/expire.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'

const rounds = 100
let store: TestStore
let mira: Somebody
let ishara: Somebody
let customers: Somebody[]
beforeAll(async () => {
  store = await openTestStore()
  mira = await buildStaff(store)
  ishara = await buildStaff(store)
  customers = await Promise.all(Array.from({ length: rounds }, () => buildUser(store)))
})
afterAll(() => store.close())

type Rival = (order: string, customer: Somebody) => Promise<{ status: number }>
const patch = (path: string, { token }: Somebody, body?: unknown) => store.call('PATCH', path, body, { token })
const cancel: Rival = (id, who) => patch(`/checkout/${id}/cancel`, who)
const markPaid: Rival = (id, who) => patch(`/checkout/${id}/mark-paid`, who, { paymentMethod: 'bank' })
const verify: Rival = (id) => patch(`/admin/orders/${id}/verify`, mira)
const reject: Rival = (id) => patch(`/admin/orders/${id}/reject`, ishara, { reason: 'Nothing came' })
const claimBy =
  (staff: () => Somebody): Rival =>
  (id) =>
    store.call('POST', `/admin/orders/${id}/claim`, undefined, { token: staff().token })

/** Lets two act on each of a hundred orders at the same time, now the one first, now the other. */
async function race(build: typeof buildOrder, one: Rival, other: Rival) {
  const placed = await Promise.all(customers.map((who) => build(store, who)))
  const ids = placed.map(({ _id }) => _id)
  const outcomes = await Promise.all(
    ids.map(async (id, i) => {
      const start = [() => one(id, customers[i]!), () => other(id, customers[i]!)]
      if (i % 2) start.reverse()
      const statuses = (await Promise.all(start.map((begin) => begin()))).map(({ status }) => status)
      return i % 2 ? statuses.toReversed() : statuses
    }),
  )
  expect(outcomes.filter((both) => !(both.includes(200) && both.includes(409)))).toEqual([])
  return { ids, firstWon: ids.filter((_, i) => outcomes[i]![0] === 200) }
}
const statesOf = (ids: string[]) =>
  store.store.db.select({ id: orders.id, state: orders.paymentStatus }).from(orders).where(inArray(orders.id, ids))
const stepsOf = (ids: string[], what: 'cancelled' | 'paid' | 'verified' | 'rejected' | 'expired') =>
  store.store.db.$count(orderEvents, and(inArray(orderEvents.orderId, ids), eq(orderEvents.what, what)))

test('cancelling and paying', async () => {
  const { ids, firstWon } = await race(buildOrder, cancel, markPaid)
  for (const { id, state } of await statesOf(ids)) expect(state).toBe(firstWon.includes(id) ? 'cancelled' : 'paid')
  expect(await stepsOf(ids, 'cancelled')).toBe(firstWon.length)
  expect(await stepsOf(ids, 'paid')).toBe(rounds - firstWon.length)
})

test('verifying and rejecting, by two of staff', async () => {
  const { ids, firstWon } = await race(buildPaidOrder, verify, reject)
  for (const { id, state } of await statesOf(ids)) expect(state).toBe(firstWon.includes(id) ? 'verified' : 'failed')
  expect(await stepsOf(ids, 'verified')).toBe(firstWon.length)
  expect(await stepsOf(ids, 'rejected')).toBe(rounds - firstWon.length)
  expect(await store.store.db.$count(audit, inArray(audit.subjectId, ids))).toBe(rounds)
  expect(await store.store.db.$count(pointsEntries, inArray(pointsEntries.orderId, ids))).toBe(firstWon.length)
})

test('two who verify: the points are earned once', async () => {
  const { ids } = await race(buildPaidOrder, verify, (id) => patch(`/admin/orders/${id}/verify`, ishara))
  expect(await stepsOf(ids, 'verified')).toBe(rounds)
  expect(await store.store.db.$count(pointsEntries, inArray(pointsEntries.orderId, ids))).toBe(rounds)
})

test('two who claim', async () => {
  const { ids, firstWon } = await race(
    buildPaidOrder,
    claimBy(() => mira),
    claimBy(() => ishara),
  )
  const rows = await store.store.db.select().from(orders).where(inArray(orders.id, ids))
  for (const { id, claimedBy } of rows) expect(claimedBy).toBe(firstWon.includes(id) ? mira.id : ishara.id)
})

test('paying and expiring: an order that was paid does not expire, and one that expired is not paid', async () => {
  const expireNow: Rival = async (id) => {
    await change(store.store, (making) => expire(making, id))
    const [row] = await store.store.db.select().from(orders).where(eq(orders.id, id))
    return { status: row!.paymentStatus === 'cancelled' ? 200 : 409 }
  }
  const { ids, firstWon } = await race(buildOrder, expireNow, markPaid)
  expect(await stepsOf(ids, 'expired')).toBe(firstWon.length)
  expect(await stepsOf(ids, 'paid')).toBe(rounds - firstWon.length)
})
