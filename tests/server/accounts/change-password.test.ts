import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, { email: 'ada@example.com', passwordHash: await hashPassword('demo1234') })
})
afterAll(() => store.close())

const change = (oldPassword: string, newPassword: string) =>
  store.call('POST', '/auth/change-password', { oldPassword, newPassword }, { token: ada.token })
const signIn = (password: string) => store.call('POST', '/auth/login', { email: 'ada@example.com', password })

test('the new one opens the door, the old one and every other session do not', async () => {
  const elsewhere = (await signIn('demo1234')).body.token
  const socket = await store.follow({ token: elsewhere })
  await until(() => socket.told.length > 0)

  expect((await change('demo1234', 'a longer one')).body.message).toBe('Password updated successfully!')
  await until(() => socket.told.some(({ name }) => name === 'session.ended'), 1000)
  expect(await store.call('GET', '/auth/me', undefined, { token: elsewhere })).toMatchObject({ status: 401 })
  expect(await store.call('GET', '/auth/me', undefined, { token: ada.token })).toMatchObject({ status: 200 })
  expect(await signIn('demo1234')).toMatchObject({ status: 401 })
  expect(await signIn('a longer one')).toMatchObject({ status: 200 })
})

test.each([
  ['wrong', 'another one', 422, 'Current password is incorrect'],
  ['', 'another one', 400, 'Current password is required'],
  ['a longer one', '', 400, 'New password is required'],
  ['a longer one', 'short', 400, 'Password must be at least 6 characters'],
])('%j to %j is refused', async (old, wanted, status, message) => {
  const refused = await change(old, wanted)
  expect([refused.status, refused.body.message]).toEqual([status, message])
  expect(await signIn('a longer one')).toMatchObject({ status: 200 })
})
