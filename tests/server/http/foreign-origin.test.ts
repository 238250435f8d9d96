import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore({ PUBLIC_URL: 'https://kade.example/' })
  ada = await buildUser(store)
})
afterAll(() => store.close())

const change = (headers: Record<string, string>) =>
  store.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token, headers })

test.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'http://kade.example' },
  { origin: 'https://kade.example:8443' },
  { origin: 'https://kade.example.evil.example' },
  { origin: 'null' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('a change with %j is refused', async (headers) => {
  const { status, body } = await change(headers)
  expect([status, body.error]).toEqual([403, 'foreign_origin'])
  expect((await store.call('GET', '/auth/me', undefined, { token: ada.token })).body.user.darkMode).toBe(false)
})

test('renewing a session from another site is refused before the cookie is looked at', async () => {
  const { status, headers } = await store.call('POST', '/auth/refresh', undefined, {
    cookie: '__Host-refresh=x',
    headers: { origin: 'https://evil.example' },
  })
  expect(status).toBe(403)
  expect(headers.get('set-cookie')).toBeNull()
})

test.each<Record<string, string>>([
  { origin: 'https://kade.example' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  {},
])('a change with %j is taken', async (headers) => {
  const other = await buildUser(store)
  const { status } = await store.call('POST', '/auth/dark-mode', { darkMode: true }, { token: other.token, headers })
  expect(status).toBe(200)
})

test('reading is for everyone, and no other origin is invited', async () => {
  const { status, headers } = await store.call('GET', '/items', undefined, {
    headers: { origin: 'https://evil.example' },
  })
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
})
