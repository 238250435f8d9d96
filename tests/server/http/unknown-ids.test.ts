import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { api } from '../../../shared/api.ts'
import { expectError, type FilledServer, startFilledServer, routes } from './filled-server.ts'

let server: FilledServer
beforeAll(async () => {
  server = await startFilledServer()
})
afterAll(() => server.close())

const withIds = routes.filter(([, { path }]) => path.includes(':'))

describe('a path parameter', () => {
  const unknownIds = [
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
  it.each(withIds)('%s returns 404 for an unknown id', async (name, route) => {
    for (const id of unknownIds) {
      const response = await server.call(route.method, server.pathOf(route, id), server.validBodies[name], {
        token: server.callerOf(route)?.token,
      })
      expectError(response, 404)
    }
  })

  it.each(withIds.filter(([name, { access }]) => access === 'customer' && name !== 'coupon'))(
    '%s returns 404 for another customer’s id',
    async (name, route) => {
      const { token } = server.stranger
      const ids: Record<string, string> = {
        cart: (await server.app.db.select().from(schema.cartLines))[0]!.id,
        notifications: (await server.app.db.select().from(schema.notifications))[0]!.id,
        reviews: (await server.app.db.select().from(schema.reviews))[0]!.id,
        referral: server.ada.id,
        'support-chat': (await server.app.db.select().from(schema.supportMessages))[0]!.id,
      }
      const id = ids[route.path.split('/')[1]!] ?? server.order._id
      expectError(await server.call(route.method, server.pathOf(route, id), server.validBodies[name], { token }), 404)
    },
  )

  it.each(withIds)('%s returns 400 for a NUL character', async (name, route) => {
    for (const id of ['%00', 'x%00', '%00%2500']) {
      const { token } = server.callerOf(route) ?? {}
      expectError(
        await server.call(route.method, server.pathOf(route, id), server.validBodies[name], { token }),
        400,
        'invalid',
      )
    }
  })

  it('returns 404 for an unknown id in a body', async () => {
    for (const id of unknownIds) {
      const item = decodeURIComponent(id.replace('%E0%A4%A', 'x'))
      const status = item.length > 40 ? 400 : 404
      expectError(await server.send(api.addToCart, { item, count: 1 }), status)
      expectError(await server.send(api.applyCoupon, { couponId: item }), status)
    }
  })
})

describe('an unknown endpoint', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['POST', '/items'],
    ['DELETE', '/checkout/x'],
    ['PUT', '/auth/me'],
    ['GET', '/items/x/y'],
    ['GET', '/%E0%A4%A'],
  ])('returns 404 for %s %s', async (method, path) => {
    expectError(await server.call(method, path, undefined, { token: server.mira.token }), 404)
  })

  it('returns 404 for an unknown picture', async () => {
    for (const name of ['none.svg', '..%2F..%2Fpackage.json', '%00', '__proto__']) {
      expect((await server.router.request(`http://localhost/media/${name}`)).status).toBe(404)
    }
  })
})

it('leaves the database unchanged after all of this', async () => {
  expect(await server.changedTables()).toEqual([])
})
