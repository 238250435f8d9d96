import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://kade.example/' })
  ada = await buildUser(server)
})
afterAll(() => server.close())

const changeTheme = (headers: Record<string, string>) =>
  server.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token, headers })

it.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'http://kade.example' },
  { origin: 'https://kade.example:8443' },
  { origin: 'https://kade.example.evil.example' },
  { origin: 'null' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('rejects a change with %j', async (headers) => {
  const { status, body } = await changeTheme(headers)
  expect([status, body.error]).toEqual([403, 'foreign_origin'])
  expect((await server.call('GET', '/auth/me', undefined, { token: ada.token })).body.user.darkMode).toBe(false)
})

it('rejects a refresh from another site and leaves its cookie alone', async () => {
  const { status, headers } = await server.call('POST', '/auth/refresh', undefined, {
    cookie: '__Host-refresh=x',
    headers: { origin: 'https://evil.example' },
  })
  expect(status).toBe(403)
  expect(headers.get('set-cookie')).toBeNull()
})

it.each<Record<string, string>>([
  { origin: 'https://kade.example' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  {},
])('accepts a change with %j', async (headers) => {
  const other = await buildUser(server)
  const { status } = await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token: other.token, headers })
  expect(status).toBe(200)
})

it('serves reads to every origin, without CORS headers', async () => {
  const { status, headers } = await server.call('GET', '/items', undefined, {
    headers: { origin: 'https://evil.example' },
  })
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
})
