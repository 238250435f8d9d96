import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { openNote, sealNote } from '../../../server/orders/delivery.ts'
import { type Secrets, unseal } from '../../../server/seal.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

const secret = 'CANARY-7Q2-MAPLE: https://example.com/join\nGood for one account ✓'
let store: TestStore
let ada: Somebody
let mira: Somebody
let id: string
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterAll(() => store.close())
beforeEach(async () => {
  id = (await buildVerifiedOrder(store, ada, mira))._id
})

type Order = Wire['order']
const complete = (body: unknown, key?: string) =>
  store.call<Order>('PATCH', `/admin/orders/${id}/complete`, body, { token: mira.token, ...(key && { key }) })
const open = ({ token }: Somebody) =>
  store.call<{ note: string }>('POST', `/checkout/${id}/delivery`, undefined, { token })
const read = async () => (await store.call<Order>('GET', `/checkout/${id}`, undefined, { token: ada.token })).body.data

test('its customer opens it, and the first time is recorded and told', async () => {
  const done = await complete({ delivery: `  ${secret} ` })
  expect(done.body.data).toMatchObject({ orderStatus: 'completed', hasDelivery: true, deliveryOpenedAt: null })
  const [hers, theirs] = [await store.follow({ token: ada.token }), await store.follow({ token: mira.token })]
  expect((await open(ada)).body.data).toEqual({ note: secret })
  const { deliveryOpenedAt } = await read()
  expect(Date.parse(deliveryOpenedAt!)).toBeGreaterThan(Date.now() - 10_000)
  await expect.poll(hers.heard).toEqual(['order.changed completed'])
  await expect.poll(theirs.heard).toEqual(['order.changed completed'])

  expect((await open(ada)).body.data).toEqual({ note: secret })
  expect((await read()).deliveryOpenedAt).toBe(deliveryOpenedAt)
  await store.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token })
  await expect.poll(hers.heard).toEqual(['order.changed completed', 'user.changed'])
})

test('it is in no answer, no event, no row and no notification besides', async () => {
  const [hers, theirs] = [await store.follow({ token: ada.token }), await store.follow({ token: mira.token })]
  const answers: unknown[] = [await complete({ delivery: secret }, 'k'), await complete({ delivery: secret }, 'k')]
  await open(ada)
  for (const path of [`/checkout/${id}`, '/checkout', '/notifications', '/logs', '/dashboard']) {
    answers.push(await store.call('GET', path, undefined, { token: ada.token }))
  }
  for (const path of [`/admin/orders/${id}`, '/admin/orders', `/admin/orders?q=canary`]) {
    answers.push(await store.call('GET', path, undefined, { token: mira.token }))
  }
  await expect.poll(hers.heard).toContain('order.changed completed')
  await expect.poll(theirs.heard).toContain('order.changed completed')
  const rows = await Promise.all(Object.values(schema).map((table) => store.store.db.select().from(table as never)))
  expect(rows.flat().length).toBeGreaterThan(10)
  expect(JSON.stringify([answers, hers.told, theirs.told, rows])).not.toMatch(/CANARY|MAPLE/)
})

test('nobody else opens it: a stranger and staff are told that there is no such order, a visitor to log in', async () => {
  await complete({ delivery: secret })
  expect((await open(mira)).body.message).toBe('Order not found')
  expect((await open(await buildUser(store))).status).toBe(404)
  expect((await store.call('POST', `/checkout/${id}/delivery`)).status).toBe(401)
  expect((await read()).deliveryOpenedAt).toBeNull()
})

test('an order may be completed without anything to open', async () => {
  expect((await complete(undefined)).body.data).toMatchObject({ orderStatus: 'completed', hasDelivery: false })
  const { status, body } = await open(ada)
  expect([status, body.message]).toEqual([404, 'Nothing was delivered with this order.'])
})

test.each([{ delivery: '' }, { delivery: '   ' }, { delivery: 'x'.repeat(5001) }, { delivery: 7 }, { note: 'x' }])(
  'no %j',
  async (body) => {
    expect((await complete(body)).status).toBe(400)
    expect((await read()).orderStatus).toBe('processing')
  },
)

test('it is sealed for its order and with this store’s secret: moved, changed or elsewhere it does not open', () => {
  const [one, another] = ['one secret', 'another'].map((of) => ({ secret: of, formerSecret: null })) as [
    Secrets,
    Secrets,
  ]
  const sealed = sealNote(one, 'order 1', secret)
  expect(openNote(one, 'order 1', sealed)).toBe(secret)
  expect(sealNote(one, 'order 1', secret)).not.toBe(sealed)
  expect(() => openNote(one, 'order 2', sealed)).toThrow()
  expect(() => openNote(another, 'order 1', sealed)).toThrow()
  const [manner, text] = sealed.split('.')
  const bytes = Buffer.from(text!, 'base64')
  bytes[20]! ^= 1
  expect(() => openNote(one, 'order 1', `${manner}.${bytes.toString('base64')}`)).toThrow()
})

test('one that was sealed by the secret before this one opens while that is given, and with neither not', () => {
  const sealed = sealNote({ secret: 'the first', formerSecret: null }, 'order 1', secret)
  expect(openNote({ secret: 'the second', formerSecret: 'the first' }, 'order 1', sealed)).toBe(secret)
  expect(() => openNote({ secret: 'the third', formerSecret: 'the second' }, 'order 1', sealed)).toThrow()
})

test('one that was sealed by the first version of the store still opens', () => {
  const sealed =
    'DRD4KwTPrSWRti0d46Nm0B0biW4JDqaEzB92RuNQONaPR7xbOYrLPUOFjLmk7nGkZNLB7pEXP0IZOiY9EIGgUNp98AZqoTR7GvPF0I6lhZ+ecP+/bvsjVg=='
  const note = 'MAPLE-7Q2: https://example.com/join\nGood for one account ✓'
  const order = 'order0000000000000000a'
  expect(openNote(store.env, order, sealed)).toBe(note)
  expect(() => openNote(store.env, id, sealed)).toThrow()
  expect(() => unseal(store.env, 'second factor', order, sealed)).toThrow()
})

test('one that no longer opens is a failure on our side, and opens nothing', async () => {
  await complete({ delivery: secret })
  await store.store.db.update(schema.orders).set({ deliveryNote: 'AAAA' }).where(eq(schema.orders.id, id))
  expect((await open(ada)).status).toBe(500)
  expect((await read()).deliveryOpenedAt).toBeNull()
})
