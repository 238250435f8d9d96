import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { setRole } from '../../../server/staff/set-role.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildUser } from '../../build.ts'

let store: TestStore
let passwordHash: string
beforeAll(async () => {
  store = await openTestStore()
  passwordHash = await hashPassword('a good one')
})
afterAll(() => store.close())

/** Somebody signed in as a browser is: with a cookie that renews the session. */
async function signedIn(isAdmin: boolean) {
  const { id, email } = await buildUser(store, { isAdmin, passwordHash })
  const { body, headers } = await store.call('POST', '/auth/login', { email, password: 'a good one' })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const renew = async () => (await store.call('POST', '/auth/refresh', undefined, { cookie })).body.token
  return { id, renew, follower: await store.follow({ token: body.token }) }
}
const becomes = (id: string, isAdmin: boolean) => store.store.db.update(users).set({ isAdmin }).where(eq(users.id, id))

test.each([
  ['is staff no more', true],
  ['has become staff', false],
])('the socket of somebody who %s ends when it is renewed', async (_, isAdmin) => {
  const { id, renew, follower } = await signedIn(isAdmin)
  await becomes(id, !isAdmin)
  const token = await renew()
  follower.socket.emit('session', { token })
  await until(() => follower.told.at(-1)?.name === 'disconnect')
  expect(follower.all('session.ended')).toEqual([{ reason: 'role' }])
  const next = (await store.follow({ token })).told[0]!
  expect(Object.keys(next.data.streams as object).includes('staff')).toBe(!isAdmin)
})

test.each([true, false])('and of whoever is what they were goes on (staff: %s)', async (isAdmin) => {
  const { renew, follower } = await signedIn(isAdmin)
  expect(await follower.ask('session', { token: await renew() })).toEqual({ success: true })
  expect(follower.told.map(({ name }) => name)).toEqual(['welcome'])
})

test('who loses the role, by a process that tells nobody, is out within a second; colleagues stay', async () => {
  const [mira, noah] = [await signedIn(true), await signedIn(true)]
  const { email } = (await store.store.db.select().from(users).where(eq(users.id, mira.id)))[0]!
  const begun = performance.now()
  expect(await setRole(store.store.db, email, false)).toBe(true)
  await until(() => mira.follower.told.at(-1)?.name === 'disconnect')
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(mira.follower.all('session.ended')).toEqual([{ reason: 'role' }])
  expect(noah.follower.socket.connected).toBe(true)
})
