import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Wire } from '../../app.ts'
import { expectRefused, type FilledStore, openFilledStore, reads, withFields } from './filled-store.ts'

let store: FilledStore
beforeAll(async () => {
  store = await openFilledStore()
})
afterAll(() => store.close())

describe('a query', () => {
  test.each(reads)('%s: with a field that there is not', async (name, route) => {
    const needed = name === 'reviews' ? '?item=x&' : '?'
    expectRefused(await store.send(route, undefined, `${needed}isAdmin=1`), 400, 'invalid')
  })

  test.each(withFields(reads))('%s: with a field given twice', async (_, route) => {
    for (const field of Object.keys(route.input.def.shape)) {
      const answer = await store.send(route, undefined, `?${field}=1&${field}=2`)
      expectRefused(answer, 400, 'invalid')
      expect(answer.body.message).toBe(`${field} was given 2 times.`)
    }
  })

  test.each(withFields(reads))('%s: with a field of the wrong kind', async (_, route) => {
    const odd = [
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
      for (const value of odd) {
        const query = { ...(route.path === '/reviews' && { item: 'x' }), [field]: value }
        if (z.safeDecode(route.input, query).success) continue
        expectRefused(await store.send(route, undefined, `?${new URLSearchParams(query)}`), 400, 'invalid')
      }
    }
  })

  const cursors = ['x', '[]', 'null', '[1]', '["x","y"]', '[1,2]', '[1e300,"x"]', '[9e15,"x"]', '[1.5,"x"]', '[{},"x"]']
  test.each([
    '/items',
    `/reviews?item=ID`,
    '/checkout',
    '/notifications',
    '/logs',
    '/admin/orders',
    '/admin/orders?paymentStatus=paid',
  ])('%s: with a cursor that nobody handed out', async (path) => {
    const item = (await store.call<Wire['item'][]>('GET', '/items')).body.data[0]!
    const at = path.replace('ID', item._id)
    for (const text of cursors) {
      const cursor = Buffer.from(text).toString('base64url')
      const asked = `${at}${at.includes('?') ? '&' : '?'}cursor=${cursor}`
      expectRefused(
        await store.call('GET', asked, undefined, {
          token: path.startsWith('/admin') ? store.mira.token : store.ada.token,
        }),
        400,
        'invalid',
      )
    }
  })

  test('with a sign that no database keeps', async () => {
    expectRefused(await store.call('GET', '/items?q=a%00b'), 400, 'invalid')
    expect((await store.call('GET', '/items?q=%2500')).status).toBe(200)
  })

  test('left empty is one that is not set', async () => {
    expect((await store.call('GET', '/items?q=&category=&minPrice=&sortBy=')).status).toBe(200)
  })
})

test('and nothing of all this changed anything', async () => {
  expect(await store.changedTables()).toEqual([])
})
