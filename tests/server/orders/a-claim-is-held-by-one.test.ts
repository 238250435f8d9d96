import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { startClock } from '../../../server/clock.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
let ishara: Somebody
let id: string
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store, { firstName: 'Mira' })
  ishara = await buildStaff(store, { firstName: 'Ishara' })
})
afterAll(() => store.close())
beforeEach(async () => {
  id = (await buildPaidOrder(store, ada))._id
})

type Order = Wire['order']
const call = (method: string, path: string, { token }: Somebody, body?: unknown) =>
  store.call<Order>(method, path, body, { token })
const claim = (who: Somebody, order = id) => call('POST', `/admin/orders/${order}/claim`, who)
const release = (who: Somebody) => call('DELETE', `/admin/orders/${id}/claim`, who)
const decide = (who: Somebody, what: string) =>
  call('PATCH', `/admin/orders/${id}/${what}`, who, what === 'verify' ? undefined : { reason: 'Nothing came' })
const asCustomer = async () => (await call('GET', `/checkout/${id}`, ada)).body.data
/** Lets so many milliseconds of the claim be over. */
async function pass(ms: number) {
  const [row] = await store.store.db.select().from(orders).where(eq(orders.id, id))
  const earlier = (time: Date | null) => new Date(time!.getTime() - ms)
  await store.store.db
    .update(orders)
    .set({ claimedAt: earlier(row!.claimedAt), claimUntil: earlier(row!.claimUntil) })
    .where(eq(orders.id, id))
}

test('its customer sees by first name who is checking, and for how long', async () => {
  const { body } = await claim(mira)
  expect(body.data).toMatchObject({ checking: { name: 'Mira' }, checkingBy: mira.id })
  const { checking, ...seen } = await asCustomer()
  expect(checking!.name).toBe('Mira')
  expect(Date.parse(checking!.until) - Date.parse(checking!.since)).toBe(5 * 60_000)
  expect(seen).not.toHaveProperty('checkingBy')
})

test('a colleague neither takes it nor decides meanwhile, and is told whose it is', async () => {
  await claim(mira)
  for (const answer of [await claim(ishara), await decide(ishara, 'verify'), await decide(ishara, 'reject')]) {
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      409,
      'claimed',
      'Mira is checking this payment.',
    ])
  }
  expect((await decide(mira, 'verify')).body.data).toMatchObject({ checking: null, checkingBy: null })
})

test('without a claim anybody of staff decides', async () => {
  expect((await decide(ishara, 'reject')).status).toBe(200)
})

test('taking it again keeps it for longer, and since when', async () => {
  const first = (await claim(mira)).body.data.checking!
  await pass(60_000)
  const again = (await claim(mira)).body.data.checking!
  expect(Date.parse(again.since)).toBe(Date.parse(first.since) - 60_000)
  expect(Date.parse(again.until)).toBeGreaterThanOrEqual(Date.parse(first.until))
})

test('whoever left it has left it to others', async () => {
  await claim(mira)
  expect((await release(ishara)).status).toBe(200)
  expect((await asCustomer()).checking).not.toBeNull()
  expect((await release(mira)).body.data.checking).toBeNull()
  expect((await claim(ishara)).status).toBe(200)
})

test('after five minutes a colleague may take it or decide', async () => {
  await claim(mira)
  await pass(5 * 60_000 - 2000)
  expect((await claim(ishara)).status).toBe(409)
  await pass(2001)
  expect((await claim(ishara)).body.data.checking!.name).toBe('Ishara')
  await pass(5 * 60_000 + 1)
  expect((await decide(mira, 'verify')).status).toBe(200)
})

test('the store frees one that nobody renewed, and says so to customer and staff', async () => {
  const renewed = (await buildPaidOrder(store, ada))._id
  await claim(mira)
  await claim(mira, renewed)
  const [hers, theirs] = [await store.follow({ token: ada.token }), await store.follow({ token: ishara.token })]
  await pass(5 * 60_000 + 1)
  const stop = startClock(store.store)
  await expect.poll(hers.heard, { timeout: 4000 }).toEqual(['order.changed released'])
  await expect.poll(theirs.heard).toEqual(['order.changed released'])
  stop()
  expect(hers.events()[0]!.data.order).toMatchObject({ _id: id, checking: null })
  const [row] = await store.store.db.select().from(orders).where(eq(orders.id, renewed))
  expect(row!.claimedBy).toBe(mira.id)
})

test('there is nothing to claim on an order that does not wait for it', async () => {
  const pending = await buildOrder(store, ada)
  expect((await claim(mira, pending._id)).body.error).toBe('order_not_paid')
  await decide(mira, 'verify')
  expect((await claim(mira)).status).toBe(409)
  expect((await claim(mira, 'nothing')).status).toBe(404)
})
