import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changes, expectRefused, type FilledStore, openFilledStore, routes } from './filled-store.ts'

let store: FilledStore
beforeAll(async () => {
  store = await openFilledStore()
})
afterAll(() => store.close())

describe('who comes before what', () => {
  test.each(routes.filter(([, { who }]) => who !== 'anyone'))(
    '%s: a visitor is told to log in, whatever they send',
    async (_, route) => {
      for (const authorization of [
        '',
        'Bearer',
        'Bearer ',
        'Bearer nobody',
        `Basic ${store.ada.token}`,
        `bearer ${store.ada.token}`,
        `Bearer ${store.ada.token}x`,
      ]) {
        const answer = await store.call(route.method, store.pathOf(route), route.method === 'GET' ? undefined : '{', {
          headers: { authorization },
        })
        expectRefused(answer, 401, 'unauthorized')
      }
    },
  )

  test.each(routes.filter(([, { who }]) => who === 'staff'))(
    '%s: a customer is not staff, whatever they send',
    async (_, route) => {
      const body = route.method === 'GET' ? undefined : '{'
      expectRefused(
        await store.call(route.method, store.pathOf(route), body, { token: store.ada.token }),
        403,
        'staff_only',
      )
      expectRefused(
        await store.call(route.method, store.pathOf(route, 'none'), undefined, { token: store.ada.token }),
        403,
        'staff_only',
      )
    },
  )

  test.each(changes)('%s: the page of another origin is refused', async (name, route) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      expectRefused(await store.send(route, store.good[name], '', headers), 403, 'foreign_origin')
    }
  })
})

test.each(routes.filter(([, { idempotent }]) => idempotent))(
  '%s: a key takes 1 to 255 visible characters',
  async (name, route) => {
    for (const key of ['', 'two words', 'x'.repeat(256), 'é']) {
      const { token } = store.callerOf(route)!
      expectRefused(
        await store.call(route.method, store.pathOf(route), store.good[name], { token, key }),
        400,
        'invalid',
      )
    }
  },
)

test('and nothing of all this changed anything', async () => {
  expect(await store.changedTables()).toEqual([])
})
