import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseCommon } from '../../../server/accounts/common-passwords.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildUser } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const email = 'ada.fernando@mailbox.example'

test.each([
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
])('%j is too common', (password) => {
  expect(() => refuseCommon(password, email)).toThrow('This password is too common. Please choose another.')
})

test.each(['a good one', 'demo1234', 'correct horse battery', 'Fernando the cat', 'kade is my shop'])(
  '%j is not',
  (password) => {
    expect(() => refuseCommon(password, email)).not.toThrow()
  },
)

test('it is refused where a new one is chosen, and old ones are still taken', async () => {
  const words = { status: 422, body: { error: 'common_password' } }
  const person = { firstName: 'Ada', lastName: 'Fernando', email, password: 'iloveyou' }
  expect(await store.call('POST', '/auth/register', person)).toMatchObject(words)

  const sam = await buildUser(store, { passwordHash: await hashPassword('password') })
  const signedIn = await store.call('POST', '/auth/login', { email: sam.email, password: 'password' })
  expect(signedIn.status).toBe(200)
  const change = { oldPassword: 'password', newPassword: 'password1' }
  expect(await store.call('POST', '/auth/change-password', change, { token: sam.token })).toMatchObject(words)
})
