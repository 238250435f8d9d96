import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import type { Answered } from '../../app.ts'
import { changes, expectRefused, type FilledStore, type Json, openFilledStore, withFields } from './filled-store.ts'

let store: FilledStore
beforeAll(async () => {
  store = await openFilledStore()
})
afterAll(() => store.close())

describe('a body', () => {
  test.each(changes)('%s: that is no JSON', async (_, route) => {
    for (const text of ['{', '{"a":}', "{'a':1}", 'null null', '{"a":1}}', '\u0000', '<xml/>', '{"a":01}']) {
      expectRefused(await store.send(route, text), 400, 'invalid')
    }
  })

  test.each(changes)('%s: that is no object', async (_, route) => {
    for (const text of ['null', '[]', '1', '"text"', 'true', '[{}]'])
      expectRefused(await store.send(route, text), 400, 'invalid')
  })

  test.each(changes)('%s: with a field that there is not', async (name, route) => {
    for (const field of ['isAdmin', 'points', 'userId2', 'total', '', 'constructor', '$where']) {
      if (field in route.input.def.shape) continue
      const answer = await store.send(route, { ...store.good[name], [field]: 1 })
      expectRefused(answer, 400, 'invalid')
      if (store.good[name]) expect(answer.body.message).toBe(`Unknown field: ${field}.`)
    }
  })

  test.each(changes)('%s: that is no JSON by its content type', async (name, route) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
    ]) {
      const answer = await store.send(route, JSON.stringify(store.good[name] ?? {}), '', { 'content-type': type })
      expectRefused(answer, 415, 'not_json')
    }
  })

  test.each(withFields(changes))('%s: with a field of the wrong kind', async (name, { input }) => {
    const route: Route = api[name]
    const odd = [null, true, 0, -1, 1.5, 1e308, '', 'x'.repeat(9000), '\u0000', [], {}, [1], { $gt: '' }, ['x', 'y']]
    for (const field of Object.keys(input.def.shape)) {
      let refused = 0
      for (const value of odd) {
        const sent = { ...store.good[name], [field]: value }
        if (z.safeDecode(input, sent).success) continue
        expectRefused(await store.send(route, sent), 400, 'invalid')
        refused += 1
      }
      expect(refused).toBeGreaterThan(9)
    }
  })

  test.each(withFields(changes))('%s: without a field that it needs', async (name, { input }) => {
    const route: Route = api[name]
    for (const field of Object.keys(input.def.shape)) {
      const { [field]: _, ...rest } = store.good[name] ?? {}
      if (z.safeDecode(input, rest).success) continue
      expectRefused(await store.send(route, rest), 400, 'invalid')
    }
  })

  test('of a number beyond all numbers', async () => {
    for (const count of ['1e999', '-1e999', '9'.repeat(400), '1e-999']) {
      expectRefused(await store.send(api.addToCart, `{"item":"x","count":${count}}`), 400, 'invalid')
    }
    expectRefused(await store.send(api.markPaid, '{"discountAmount":1e999}'), 400, 'invalid')
  })

  test('that is nested without end', async () => {
    expectRefused(await store.send(api.checkout, `${'['.repeat(20_000)}${']'.repeat(20_000)}`), 400, 'invalid')
    expectRefused(
      await store.send(api.checkout, `{"paymentMethod":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`),
      400,
      'invalid',
    )
  })

  test.each(withFields(changes))('%s: with a sign that no database keeps', async (name, route) => {
    for (const [field, value] of Object.entries(store.good[name] ?? {})) {
      if (typeof value !== 'string') continue
      expectRefused(await store.send(route, { ...store.good[name], [field]: `${value}\u0000` }), 400, 'invalid')
    }
    expectRefused(await store.send(route, { ...store.good[name], more: ['\u0000'] }), 400, 'invalid')
  })

  test('with a prototype for a field', async () => {
    expectRefused(
      await store.send(api.changeCurrency, '{"currency":"USD","constructor":{"prototype":{"isAdmin":true}}}'),
      400,
    )
    expectRefused(await store.send(api.changeCurrency, '{"__proto__":{"currency":"USD"}}'), 400)
    expect(({} as Json).isAdmin).toBeUndefined()
  })
})

describe('a body of more than 64 KB', () => {
  const large = JSON.stringify({ email: 'x'.repeat(64 * 1024), password: 'x' })
  const post = async (body: RequestInit['body'], more: Json = {}): Promise<Answered> => {
    const response = await fetch(`${await store.listen()}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body!,
      ...more,
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answered['body'] }
  }

  test('is not taken', async () => {
    expectRefused(await post(large), 413, 'too_large')
  })

  test('nor in pieces that don’t say how many they are', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 65; i += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(1024)))
        controller.close()
      },
    })
    expectRefused(await post(pieces, { duplex: 'half' }), 413, 'too_large')
  })

  test('and one of less is', async () => {
    expectRefused(await post(large.slice(0, 60_000)), 400, 'invalid')
    expectRefused(
      await post(JSON.stringify({ email: 'nobody@example.com', password: 'not this one' })),
      401,
      'wrong_credentials',
    )
  })
})

test('and nothing of all this changed anything', async () => {
  expect(await store.changedTables()).toEqual([])
})
