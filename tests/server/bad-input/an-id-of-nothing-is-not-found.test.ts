import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { api } from '../../../shared/api.ts'
import { expectRefused, type FilledStore, openFilledStore, routes } from './filled-store.ts'

let store: FilledStore
beforeAll(async () => {
  store = await openFilledStore()
})
afterAll(() => store.close())

const withIds = routes.filter(([, { path }]) => path.includes(':'))

describe('an id', () => {
  const odd = [
    'none',
    '0',
    '-1',
    'null',
    '__proto__',
    "x'%20or%201=1--",
    '%F0%9F%9B%92',
    '..%2F..%2Fetc',
    'x'.repeat(3000),
    '%E0%A4%A',
  ]
  test.each(withIds)('%s: of nothing there is', async (name, route) => {
    for (const id of odd) {
      const answer = await store.call(route.method, store.pathOf(route, id), store.good[name], {
        token: store.callerOf(route)?.token,
      })
      expectRefused(answer, 404)
    }
  })

  test.each(withIds.filter(([name, { who }]) => who === 'customer' && name !== 'coupon'))(
    '%s: of somebody else’s',
    async (name, route) => {
      const { token } = store.stranger
      const ids: Record<string, string> = {
        '/cart': (await store.store.db.select().from(schema.cartLines))[0]!.id,
        '/noti': (await store.store.db.select().from(schema.notifications))[0]!.id,
        '/revi': (await store.store.db.select().from(schema.reviews))[0]!.id,
        '/refe': store.ada.id,
        '/supp': (await store.store.db.select().from(schema.supportMessages))[0]!.id,
      }
      const id = ids[route.path.slice(0, 5)] ?? store.order._id
      expectRefused(await store.call(route.method, store.pathOf(route, id), store.good[name], { token }), 404)
    },
  )

  test.each(withIds)('%s: with a sign that no database keeps', async (name, route) => {
    for (const id of ['%00', 'x%00', '%00%2500']) {
      const { token } = store.callerOf(route) ?? {}
      expectRefused(
        await store.call(route.method, store.pathOf(route, id), store.good[name], { token }),
        400,
        'invalid',
      )
    }
  })

  test('that a body names', async () => {
    for (const id of odd) {
      const item = decodeURIComponent(id.replace('%E0%A4%A', 'x'))
      const status = item.length > 40 ? 400 : 404
      expectRefused(await store.send(api.addToCart, { item, count: 1 }), status)
      expectRefused(await store.send(api.applyCoupon, { couponId: item }), status)
    }
  })
})

describe('a call that there is not', () => {
  test.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['POST', '/items'],
    ['DELETE', '/checkout/x'],
    ['PUT', '/auth/me'],
    ['GET', '/items/x/y'],
    ['GET', '/%E0%A4%A'],
  ])('%s %s', async (method, path) => {
    expectRefused(await store.call(method, path, undefined, { token: store.mira.token }), 404)
  })

  test('a picture that there is not', async () => {
    for (const name of ['none.svg', '..%2F..%2Fpackage.json', '%00', '__proto__']) {
      expect((await store.app.request(`http://localhost/media/${name}`)).status).toBe(404)
    }
  })
})

test('and nothing of all this changed anything', async () => {
  expect(await store.changedTables()).toEqual([])
})
