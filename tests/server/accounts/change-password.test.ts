import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { email: 'ada@example.com', passwordHash: await hashPassword('demo1234') })
})
afterAll(() => server.close())

const change = (oldPassword: string, newPassword: string) =>
  server.call('POST', '/auth/change-password', { oldPassword, newPassword }, { token: ada.token })
const signIn = (password: string) => server.call('POST', '/auth/login', { email: 'ada@example.com', password })

it('replaces the password and ends every other session with its sockets', async () => {
  const elsewhere = (await signIn('demo1234')).body.token
  const socket = await server.connect({ token: elsewhere })
  await waitFor(() => socket.received.length > 0)

  expect((await change('demo1234', 'a longer one')).body.message).toBe('Password updated successfully!')
  await waitFor(() => socket.received.some(({ name }) => name === 'session.ended'))
  expect(await server.call('GET', '/auth/me', undefined, { token: elsewhere })).toMatchObject({ status: 401 })
  expect(await server.call('GET', '/auth/me', undefined, { token: ada.token })).toMatchObject({ status: 200 })
  expect(await signIn('demo1234')).toMatchObject({ status: 401 })
  expect(await signIn('a longer one')).toMatchObject({ status: 200 })
})

it.each([
  ['wrong', 'another one', 422, 'Current password is incorrect'],
  ['', 'another one', 400, 'Current password is required'],
  ['a longer one', '', 400, 'New password is required'],
  ['a longer one', 'short', 400, 'Password must be at least 6 characters'],
])('rejects a change from %j to %j', async (oldPassword, newPassword, status, message) => {
  const rejected = await change(oldPassword, newPassword)
  expect([rejected.status, rejected.body.message]).toEqual([status, message])
  expect(await signIn('a longer one')).toMatchObject({ status: 200 })
})
