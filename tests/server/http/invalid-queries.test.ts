import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Wire } from '../../app.ts'
import { expectError, type FilledServer, startFilledServer, getRoutes, withFields } from './filled-server.ts'

let server: FilledServer
beforeAll(async () => {
  server = await startFilledServer()
})
afterAll(() => server.close())

describe('a query', () => {
  it.each(getRoutes)('%s returns 400 for an unknown field', async (name, route) => {
    const prefix = name === 'reviews' ? '?item=x&' : '?'
    expectError(await server.send(route, undefined, `${prefix}isAdmin=1`), 400, 'invalid')
  })

  it.each(withFields(getRoutes))('%s returns 400 for a repeated field', async (_, route) => {
    for (const field of Object.keys(route.input.def.shape)) {
      const response = await server.send(route, undefined, `?${field}=1&${field}=2`)
      expectError(response, 400, 'invalid')
      expect(response.body.message).toBe(`${field} was sent 2 times.`)
    }
  })

  it.each(withFields(getRoutes))('%s returns 400 for an invalid value', async (_, route) => {
    const invalidValues = [
      '-1',
      '0',
      '101',
      '1.5',
      '1e2',
      'x',
      ' ',
      '٣',
      '9'.repeat(30),
      'x'.repeat(5000),
      "' or 1=1 --",
      '\u0000',
    ]
    for (const field of Object.keys(route.input.def.shape)) {
      for (const value of invalidValues) {
        const query = { ...(route.path === '/reviews' && { item: 'x' }), [field]: value }
        if (z.safeDecode(route.input, query).success) continue
        expectError(await server.send(route, undefined, `?${new URLSearchParams(query)}`), 400, 'invalid')
      }
    }
  })

  const cursors = ['x', '[]', 'null', '[1]', '["x","y"]', '[1,2]', '[1e300,"x"]', '[9e15,"x"]', '[1.5,"x"]', '[{},"x"]']
  it.each([
    '/items',
    `/reviews?item=ID`,
    '/checkout',
    '/notifications',
    '/logs',
    '/admin/orders',
    '/admin/orders?paymentStatus=paid',
  ])('%s returns 400 for a forged cursor', async (path) => {
    const item = (await server.call<Wire['item'][]>('GET', '/items')).body.data[0]!
    const url = path.replace('ID', item._id)
    for (const text of cursors) {
      const cursor = Buffer.from(text).toString('base64url')
      const page = `${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}`
      expectError(
        await server.call('GET', page, undefined, {
          token: path.startsWith('/admin') ? server.mira.token : server.ada.token,
        }),
        400,
        'invalid',
      )
    }
  })

  it('returns 400 for a NUL character', async () => {
    expectError(await server.call('GET', '/items?q=a%00b'), 400, 'invalid')
    expect((await server.call('GET', '/items?q=%2500')).status).toBe(200)
  })

  it('treats an empty field as absent', async () => {
    expect((await server.call('GET', '/items?q=&category=&minPrice=&sortBy=')).status).toBe(200)
  })
})

it('leaves the database unchanged after all of this', async () => {
  expect(await server.changedTables()).toEqual([])
})
