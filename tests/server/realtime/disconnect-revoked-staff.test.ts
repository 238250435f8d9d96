import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { setRole } from '../../../server/accounts/set-role.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser } from '../../build.ts'

let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword('a good one')
})
afterAll(() => server.close())

/** A user who has logged in as with a browser: `refresh` uses the cookie to get a new token. */
async function logIn(isAdmin: boolean) {
  const { id, email } = await buildUser(server, { isAdmin, passwordHash })
  const { body, headers } = await server.call('POST', '/auth/login', { email, password: 'a good one' })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const refresh = async () => (await server.call('POST', '/auth/refresh', undefined, { cookie })).body.token
  return { id, refresh, connection: await server.connect({ token: body.token }) }
}
const setAdmin = (id: string, isAdmin: boolean) => server.app.db.update(users).set({ isAdmin }).where(eq(users.id, id))

it.each([
  ['is no longer staff', true],
  ['has become staff', false],
])('disconnects a user who %s when the session is renewed', async (_, isAdmin) => {
  const { id, refresh, connection } = await logIn(isAdmin)
  await setAdmin(id, !isAdmin)
  const token = await refresh()
  connection.socket.emit('session', { token })
  await waitFor(() => connection.received.at(-1)?.name === 'disconnect')
  expect(connection.payloads('session.ended')).toEqual([{ reason: 'role' }])
  const next = (await server.connect({ token })).received[0]!
  expect(Object.keys(next.data.streams as object).includes('staff')).toBe(!isAdmin)
})

it.each([true, false])('keeps the connection of a user whose role is unchanged (staff: %s)', async (isAdmin) => {
  const { refresh, connection } = await logIn(isAdmin)
  expect(await connection.emit('session', { token: await refresh() })).toEqual({ success: true })
  expect(connection.received.map(({ name }) => name)).toEqual(['welcome'])
})

it('disconnects staff who lose their role in another process, but not their colleagues', async () => {
  const [mira, noah] = [await logIn(true), await logIn(true)]
  const { email } = (await server.app.db.select().from(users).where(eq(users.id, mira.id)))[0]!
  expect(await setRole(server.app.db, email, false)).toBe(true)
  await waitFor(() => mira.connection.received.at(-1)?.name === 'disconnect')
  expect(mira.connection.payloads('session.ended')).toEqual([{ reason: 'role' }])
  expect(noah.connection.socket.connected).toBe(true)
})
