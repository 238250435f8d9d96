import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { resetSecondFactorByCommand, setRole } from '../../../server/accounts/set-role.ts'
import { verifyAudit } from '../../../server/audit/verify-audit.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser } from '../../build.ts'
import { codeOf } from '../mail/emails.ts'

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

it('writes each change to the audit log, as an act of the command line', async () => {
  const mira = await buildStaff(server)
  const ada = await buildUser(server, { passwordHash: await hashPassword('a good one') })
  await setRole(server.app.db, ada.email, true)
  const staff = await server.call('POST', '/auth/login', { email: ada.email, password: 'a good one' })
  const { token } = staff.body
  const { body } = await server.call<{ secret: string }>('POST', '/auth/second-factor', undefined, { token })
  const confirmation = { password: 'a good one', code: codeOf(body.data.secret) }
  await server.call('POST', '/auth/second-factor/confirm', confirmation, { token })
  expect(await resetSecondFactorByCommand(server.app.db, ` ${ada.email.toUpperCase()}`)).toBe('reset')
  expect(await statusOf('/auth/me', token)).toBe(401)
  expect((await server.call('POST', '/auth/login', { email: ada.email, password: 'a good one' })).status).toBe(200)
  expect(await resetSecondFactorByCommand(server.app.db, ada.email)).toBe('none')
  expect(await resetSecondFactorByCommand(server.app.db, 'nobody@store.example')).toBeNull()
  await setRole(server.app.db, ada.email, false)

  type Entry = { actor: unknown; action: string; before: unknown; after: unknown }
  const log = await server.call<Entry[]>('GET', `/admin/audit?subject=staff&subjectId=${ada.id}`, undefined, mira)
  expect(log.body.data.map(({ actor, action, before, after }) => [actor && 'user', action, before, after])).toEqual([
    [null, 'staff.remove', { isAdmin: true }, { isAdmin: false }],
    [null, 'second_factor.reset', null, null],
    ['user', 'second_factor.on', null, null],
    [null, 'staff.add', { isAdmin: false }, { isAdmin: true }],
  ])
  const byCommand = await server.call<Entry[]>('GET', '/admin/audit?actor=command-line', undefined, mira)
  expect(byCommand.body.data.every(({ actor }) => actor === null)).toBe(true)
  expect((await verifyAudit(server.app.db)).broken).toBeNull()
})
