import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mutationRoutes, expectError, type FilledServer, startFilledServer, routes } from './filled-server.ts'

let server: FilledServer
beforeAll(async () => {
  server = await startFilledServer()
})
afterAll(() => server.close())

describe('before reading the body', () => {
  it.each(routes.filter(([, { access }]) => access !== 'public'))(
    '%s returns 401 without a valid token',
    async (_, route) => {
      for (const authorization of [
        '',
        'Bearer',
        'Bearer ',
        'Bearer nobody',
        `Basic ${server.ada.token}`,
        `bearer ${server.ada.token}`,
        `Bearer ${server.ada.token}x`,
      ]) {
        const response = await server.call(
          route.method,
          server.pathOf(route),
          route.method === 'GET' ? undefined : '{',
          {
            headers: { authorization },
          },
        )
        expectError(response, 401, 'unauthorized')
      }
    },
  )

  it.each(routes.filter(([, { access }]) => access === 'staff'))('%s returns 403 to a customer', async (_, route) => {
    const body = route.method === 'GET' ? undefined : '{'
    expectError(
      await server.call(route.method, server.pathOf(route), body, { token: server.ada.token }),
      403,
      'staff_only',
    )
    expectError(
      await server.call(route.method, server.pathOf(route, 'none'), undefined, { token: server.ada.token }),
      403,
      'staff_only',
    )
  })

  it.each(mutationRoutes)('%s returns 403 to a page of another origin', async (name, route) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      expectError(await server.send(route, server.validBodies[name], '', headers), 403, 'foreign_origin')
    }
  })
})

it.each(routes.filter(([, { idempotent }]) => idempotent))(
  '%s returns 400 for a malformed Idempotency-Key',
  async (name, route) => {
    for (const key of ['', 'two words', 'x'.repeat(256), 'é']) {
      const { token } = server.callerOf(route)!
      expectError(
        await server.call(route.method, server.pathOf(route), server.validBodies[name], { token, key }),
        400,
        'invalid',
      )
    }
  },
)

it('leaves the database unchanged after all of this', async () => {
  expect(await server.changedTables()).toEqual([])
})
