import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { setRole } from '../../../server/staff/set-role.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildStaff, buildUser } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const statusOf = async (path: string, token: string) => (await store.call('GET', path, undefined, { token })).status

test('somebody who has registered becomes staff, and signs in anew', async () => {
  const [email, password] = ['ada@store.example', 'a good one']
  const ada = await buildUser(store, { email, passwordHash: await hashPassword(password) })
  const eve = await buildUser(store)
  expect(await setRole(store.store.db, ' Ada@Store.example', true)).toBe(true)
  expect(await statusOf('/auth/me', ada.token)).toBe(401)
  const { token } = (await store.call('POST', '/auth/login', { email, password })).body
  expect(await statusOf('/admin/stats', token)).toBe(200)
  expect(await statusOf('/admin/stats', eve.token)).toBe(403)
})

test('who is no longer staff is out at once', async () => {
  const mira = await buildStaff(store, { email: 'mira@store.example' })
  expect(await statusOf('/admin/stats', mira.token)).toBe(200)
  expect(await setRole(store.store.db, mira.email, false)).toBe(true)
  expect(await statusOf('/admin/stats', mira.token)).toBe(401)
})

test('nobody by that name changes nothing', async () => {
  expect(await setRole(store.store.db, 'nobody@store.example', true)).toBe(false)
})
