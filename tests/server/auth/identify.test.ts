import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessTokens } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it.each(['', 'nonsense', 'x'.repeat(10_000)])('rejects the access token %j', async (token) => {
  const { status, body } = await server.call('GET', '/auth/me', undefined, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([status, body.error]).toEqual([401, 'unauthorized'])
})

it('accepts an access token until it expires', async () => {
  const user = await buildUser(server)
  const me = () => server.call('GET', '/auth/me', undefined, { token: user.token })
  expect((await me()).status).toBe(200)
  await server.app.db.update(accessTokens).set({ expiresAt: new Date(Date.now() - 1) })
  expect((await me()).status).toBe(401)
})
