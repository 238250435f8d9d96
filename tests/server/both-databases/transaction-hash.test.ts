import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, pointsEntries } from '../../../drizzle/schema.ts'
import { transactionHash } from '../../../server/orders/transaction-hash.ts'
import { orderNumber } from '../../../shared/orders.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { opening } from '../../database.ts'

let store: TestStore
let [ada, eve, mira, ishara] = [] as unknown as [Somebody, Somebody, Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  eve = await buildUser(store)
  mira = await buildStaff(store)
  ishara = await buildStaff(store)
}, opening)
afterAll(() => store.close())

let made = 0
const newHash = () => `0x${(++made).toString(16).padStart(64, 'abcdef')}`
const patch = (path: string, body: unknown, { token }: Somebody) =>
  store.call<Wire['order']>('PATCH', path, body, { token })
async function payWith(reference: string, customer = ada, paymentMethod = 'crypto'): Promise<string> {
  const { _id } = await buildOrder(store, customer)
  expect((await patch(`/checkout/${_id}/mark-paid`, { paymentMethod, reference }, customer)).status).toBe(200)
  return _id
}
const verify = (id: string, staff = mira) => patch(`/admin/orders/${id}/verify`, undefined, staff)
const pointsOf = (id: string) => store.store.db.$count(pointsEntries, eq(pointsEntries.orderId, id))

test('the one that was verified with it; the other is refused in a sentence that names it, and nothing changes', async () => {
  const hash = newHash()
  const one = await payWith(hash)
  const other = await payWith(`  ${hash.toUpperCase().replace('0X', '0x')} `, eve)
  expect((await verify(one)).body.data.paymentStatus).toBe('verified')
  expect(await verify(other)).toMatchObject({
    status: 409,
    body: {
      error: 'transaction_used',
      message: `Order #${orderNumber(one)} was verified with this transaction already. Nothing was changed.`,
    },
  })
  const { token } = mira
  const read = await store.call<Wire['order']>('GET', `/admin/orders/${other}`, undefined, { token })
  expect(read.body.data.paymentStatus).toBe('paid')
  expect([await pointsOf(one), await pointsOf(other)]).toEqual([1, 0])
  expect(await store.store.db.$count(audit, and(eq(audit.subjectId, other), eq(audit.action, 'order.verify')))).toBe(0)

  await patch(`/admin/orders/${one}/refund`, { reason: 'As agreed' }, mira)
  expect((await verify(other)).body.error, 'what was paid back was paid with it all the same').toBe('transaction_used')
  expect((await patch(`/admin/orders/${other}/reject`, { reason: 'Paid for another' }, mira)).status).toBe(200)
})

test('of two orders that two of staff verify in the same moment, one', async () => {
  for (let round = 0; round < 8; round += 1) {
    const hash = newHash()
    const [one, other] = [await payWith(hash), await payWith(hash.slice(2), eve)]
    const both = await Promise.all([verify(one), verify(other, ishara)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.body.error).toBe('transaction_used')
    expect((await pointsOf(one)) + (await pointsOf(other))).toBe(1)
  }
})

test('an order whose payment was rejected leaves it to another', async () => {
  const hash = newHash()
  const [one, other] = [await payWith(hash), await payWith(hash, eve)]
  await patch(`/admin/orders/${one}/reject`, { reason: 'For another order' }, mira)
  expect((await verify(other)).status).toBe(200)
})

test('references that are no hashes are only told to staff', async () => {
  for (const [reference, method] of [
    ['paid today', 'crypto'],
    ['0xabc123', 'crypto'],
    ['CEFT-100200', 'bank'],
    [newHash(), 'bank'],
  ] as const) {
    const [one, other] = [await payWith(reference, ada, method), await payWith(reference, eve, method)]
    expect([(await verify(one)).status, (await verify(other)).status]).toEqual([200, 200])
  }
})

test('an order that waits for nothing says so, whatever it was paid with', async () => {
  const hash = newHash()
  const [one, other] = [await payWith(hash), await payWith(hash, eve)]
  await verify(one)
  await patch(`/admin/orders/${other}/reject`, { reason: 'Paid for another' }, mira)
  expect((await verify(other)).body.error).not.toBe('transaction_used')
})

test.each([
  ['crypto', `0x${'aB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
  ['crypto', 'AB'.repeat(32), `0x${'ab'.repeat(32)}`],
  ['crypto', `0x${'a'.repeat(63)}`, null],
  ['crypto', `0x${'a'.repeat(65)}`, null],
  ['crypto', `see 0x${'a'.repeat(64)}`, null],
  ['crypto', null, null],
  ['bank', `0x${'a'.repeat(64)}`, null],
] as const)('%s with %j is paid by %j', (paymentMethod, reference, hash) => {
  expect(transactionHash({ paymentMethod, reference })).toBe(hash)
})
