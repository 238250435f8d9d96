import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { setRole } from '../../../server/accounts/set-role.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const statusOf = async (path: string, token: string) => (await server.call('GET', path, undefined, { token })).status

it('makes a registered user staff and ends their sessions', async () => {
  const [email, password] = ['ada@store.example', 'a good one']
  const ada = await buildUser(server, { email, passwordHash: await hashPassword(password) })
  const eve = await buildUser(server)
  expect(await setRole(server.app.db, ' Ada@Store.example', true)).toBe(true)
  expect(await statusOf('/auth/me', ada.token)).toBe(401)
  const { token } = (await server.call('POST', '/auth/login', { email, password })).body
  expect(await statusOf('/admin/stats', token)).toBe(200)
  expect(await statusOf('/admin/stats', eve.token)).toBe(403)
})

it('logs out former staff at once', async () => {
  const mira = await buildStaff(server, { email: 'mira@store.example' })
  expect(await statusOf('/admin/stats', mira.token)).toBe(200)
  expect(await setRole(server.app.db, mira.email, false)).toBe(true)
  expect(await statusOf('/admin/stats', mira.token)).toBe(401)
})

it('returns false for an unknown email address', async () => {
  expect(await setRole(server.app.db, 'nobody@store.example', true)).toBe(false)
})
