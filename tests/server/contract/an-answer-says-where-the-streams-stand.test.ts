import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePosition } from '../../../shared/position.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, fillCart, type Somebody } from '../../build.ts'

let store: TestStore
let [ada, mira] = [] as unknown as [Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
  await buildOrder(store, ada)
  await fillCart(store, ada)
})
afterAll(() => store.close())

test.each<[number, string, string, unknown]>([
  [200, 'GET', '/cart', undefined],
  [400, 'GET', '/items?nothing=1', undefined],
  [404, 'GET', '/checkout/none', undefined],
  [409, 'POST', '/checkout', { paymentMethod: 'bank', subtotal: 1 }],
])('%i, %s %s', async (status, method, path, body) => {
  const before = await store.store.positions.of(ada)
  const answer = await store.call(method, path, body, { token: ada.token })
  expect(answer.status).toBe(status)
  expect(parsePosition(answer.headers.get('x-stream-position'))).toEqual(before)
})

test('to each reader their own streams, and to a visitor the catalogue’s alone', async () => {
  const headsOf = async (token: string | undefined) => {
    const { headers } = await store.call('GET', '/items/none', undefined, { token })
    return Object.keys(parsePosition(headers.get('x-stream-position'))!.heads).toSorted()
  }
  expect(await headsOf(undefined)).toEqual(['catalogue'])
  expect(await headsOf(ada.token)).toEqual(['catalogue', 'user'])
  expect(await headsOf(mira.token)).toEqual(['catalogue', 'staff', 'user'])
})
