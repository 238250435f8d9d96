import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import type { ApiResponse } from '../../app.ts'
import {
  mutationRoutes,
  expectError,
  type FilledServer,
  type Json,
  startFilledServer,
  withFields,
} from './filled-server.ts'

let server: FilledServer
beforeAll(async () => {
  server = await startFilledServer()
})
afterAll(() => server.close())

describe('a body', () => {
  it.each(mutationRoutes)('%s returns 400 for invalid JSON', async (_, route) => {
    for (const text of ['{', '{"a":}', "{'a':1}", 'null null', '{"a":1}}', '\u0000', '<xml/>', '{"a":01}']) {
      expectError(await server.send(route, text), 400, 'invalid')
    }
  })

  it.each(mutationRoutes)('%s returns 400 for JSON that isn’t an object', async (_, route) => {
    for (const text of ['null', '[]', '1', '"text"', 'true', '[{}]'])
      expectError(await server.send(route, text), 400, 'invalid')
  })

  it.each(mutationRoutes)('%s returns 400 for an unknown field', async (name, route) => {
    for (const field of ['isAdmin', 'points', 'userId2', 'total', '', 'constructor', '$where']) {
      if (field in route.input.def.shape) continue
      const response = await server.send(route, { ...server.validBodies[name], [field]: 1 })
      expectError(response, 400, 'invalid')
      if (server.validBodies[name]) expect(response.body.message).toBe(`Unknown field: ${field}.`)
    }
  })

  it.each(mutationRoutes)('%s returns 415 for another content type', async (name, route) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
    ]) {
      const response = await server.send(route, JSON.stringify(server.validBodies[name] ?? {}), '', {
        'content-type': type,
      })
      expectError(response, 415, 'not_json')
    }
  })

  it.each(withFields(mutationRoutes))('%s returns 400 for an invalid value', async (name, { input }) => {
    const route: Route = api[name]
    const invalidValues = [
      null,
      true,
      0,
      -1,
      1.5,
      1e308,
      '',
      'x'.repeat(9000),
      '\u0000',
      [],
      {},
      [1],
      { $gt: '' },
      ['x', 'y'],
    ]
    for (const field of Object.keys(input.def.shape)) {
      let rejected = 0
      for (const value of invalidValues) {
        const body = { ...server.validBodies[name], [field]: value }
        if (z.safeDecode(input, body).success) continue
        expectError(await server.send(route, body), 400, 'invalid')
        rejected += 1
      }
      expect(rejected).toBeGreaterThan(9)
    }
  })

  it.each(withFields(mutationRoutes))('%s returns 400 without a required field', async (name, { input }) => {
    const route: Route = api[name]
    for (const field of Object.keys(input.def.shape)) {
      const { [field]: _, ...rest } = server.validBodies[name] ?? {}
      if (z.safeDecode(input, rest).success) continue
      expectError(await server.send(route, rest), 400, 'invalid')
    }
  })

  it('returns 400 for an out-of-range number', async () => {
    for (const count of ['1e999', '-1e999', '9'.repeat(400), '1e-999']) {
      expectError(await server.send(api.addToCart, `{"item":"x","count":${count}}`), 400, 'invalid')
    }
    expectError(await server.send(api.markPaid, '{"discountAmount":1e999}'), 400, 'invalid')
  })

  it('returns 400 for deeply nested JSON', async () => {
    expectError(await server.send(api.checkout, `${'['.repeat(20_000)}${']'.repeat(20_000)}`), 400, 'invalid')
    expectError(
      await server.send(api.checkout, `{"paymentMethod":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`),
      400,
      'invalid',
    )
  })

  it.each(withFields(mutationRoutes))('%s returns 400 for a NUL character', async (name, route) => {
    for (const [field, value] of Object.entries(server.validBodies[name] ?? {})) {
      if (typeof value !== 'string') continue
      expectError(await server.send(route, { ...server.validBodies[name], [field]: `${value}\u0000` }), 400, 'invalid')
    }
    expectError(await server.send(route, { ...server.validBodies[name], more: ['\u0000'] }), 400, 'invalid')
  })

  it('returns 400 for a prototype as a field', async () => {
    expectError(
      await server.send(api.changeCurrency, '{"currency":"USD","constructor":{"prototype":{"isAdmin":true}}}'),
      400,
    )
    expectError(await server.send(api.changeCurrency, '{"__proto__":{"currency":"USD"}}'), 400)
    expect(({} as Json).isAdmin).toBeUndefined()
  })
})

describe('a body larger than 64 KB', () => {
  const large = JSON.stringify({ email: 'x'.repeat(64 * 1024), password: 'x' })
  const post = async (body: RequestInit['body'], options: Json = {}): Promise<ApiResponse> => {
    const response = await fetch(`${await server.listen()}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body!,
      ...options,
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as ApiResponse['body'] }
  }

  it('returns 413', async () => {
    expectError(await post(large), 413, 'too_large')
  })

  it('returns 413 when it is sent in chunks', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 65; i += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(1024)))
        controller.close()
      },
    })
    expectError(await post(chunks, { duplex: 'half' }), 413, 'too_large')
  })

  it('is only rejected beyond the limit', async () => {
    expectError(await post(large.slice(0, 60_000)), 400, 'invalid')
    expectError(
      await post(JSON.stringify({ email: 'nobody@example.com', password: 'not this one' })),
      401,
      'wrong_credentials',
    )
  })
})

it('leaves the database unchanged after all of this', async () => {
  expect(await server.changedTables()).toEqual([])
})
