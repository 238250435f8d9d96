import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertNotCommonPassword } from '../../../server/accounts/common-passwords.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const email = 'ada.fernando@mailbox.example'

it.each([
  '123456',
  'qwerty',
  'abc123',
  'password',
  'Password',
  'PASSWORD1',
  'football1',
  '12345678',
  'Kade2026!',
  'kadestore',
  email,
  'ada.fernando1',
  'Ada.Fernando',
])('rejects %j', (password) => {
  expect(() => assertNotCommonPassword(password, email)).toThrow('This password is too common. Please choose another.')
})

it.each(['a good one', 'demo1234', 'correct horse battery', 'Fernando the cat', 'kade is my shop'])(
  'accepts %j',
  (password) => {
    expect(() => assertNotCommonPassword(password, email)).not.toThrow()
  },
)

it('rejects a common password when it is chosen, but lets users with one log in', async () => {
  const rejected = { status: 422, body: { error: 'common_password' } }
  const registration = { firstName: 'Ada', lastName: 'Fernando', email, password: 'iloveyou' }
  expect(await server.call('POST', '/auth/register', registration)).toMatchObject(rejected)

  const sam = await buildUser(server, { passwordHash: await hashPassword('password') })
  const login = await server.call('POST', '/auth/login', { email: sam.email, password: 'password' })
  expect(login.status).toBe(200)
  const change = { oldPassword: 'password', newPassword: 'password1' }
  expect(await server.call('POST', '/auth/change-password', change, { token: sam.token })).toMatchObject(rejected)
})
