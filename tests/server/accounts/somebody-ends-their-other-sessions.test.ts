import { and, eq } from 'drizzle-orm'
import { beforeAll, afterAll, beforeEach, expect, test } from 'vitest'
import { sessions } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildStaff, buildUser } from '../../build.ts'

type Shown = { _id: string; userAgent: string; createdAt: string; expiresAt: string; current: boolean }

const password = 'demo1234'
let store: TestStore
let passwordHash: string
let email: string
let here: string
beforeAll(async () => {
  store = await openTestStore()
  passwordHash = await hashPassword(password)
})
afterAll(() => store.close())
beforeEach(async () => {
  email = (await buildUser(store, { passwordHash })).email
  here = await signIn('Here')
})

const signIn = async (userAgent: string, as = email) =>
  (await store.call('POST', '/auth/login', { email: as, password }, { headers: { 'user-agent': userAgent } })).body
    .token
const listed = async (token = here) =>
  (await store.call<Shown[]>('GET', '/auth/sessions', undefined, { token })).body.data
const end = (asked: object, token = here) => store.call('POST', '/auth/sessions/end', asked, { token })
const idOf = async (userAgent: string) => (await listed()).find((one) => one.userAgent === userAgent)!._id
const statusOf = async (token: string) => (await store.call('GET', '/auth/me', undefined, { token })).status

test('they are listed newest first, and the one that asks is told apart', async () => {
  await signIn('A phone')
  const found = (await listed()).filter(({ userAgent }) => userAgent !== 'test')
  expect(found.map(({ userAgent, current }) => [userAgent, current])).toEqual([
    ['A phone', false],
    ['Here', true],
  ])
  expect(Object.keys(found[0]!).toSorted()).toEqual(['_id', 'createdAt', 'current', 'expiresAt', 'userAgent'])
  expect(await store.call('GET', '/auth/sessions')).toMatchObject({ status: 401 })
})

test('one that is ended is out at once, with its sockets; the others stay, and staff see it', async () => {
  const [phone, tablet] = [await signIn('A phone'), await signIn('A tablet')]
  const [onPhone, onTablet] = [await store.follow({ token: phone }), await store.follow({ token: tablet })]
  const staff = await store.follow({ token: (await buildStaff(store)).token })
  const sessionId = await idOf('A phone')

  const { status, body } = await end({ password, sessionId })
  expect([status, body.message]).toEqual([200, 'Session ended'])
  await until(() => onPhone.all('session.ended').length > 0 && onPhone.all('disconnect').length > 0, 1000)
  expect(onPhone.all('session.ended')).toEqual([{ reason: 'logout' }])
  expect([await statusOf(phone), await statusOf(tablet), await statusOf(here)]).toEqual([401, 200, 200])
  expect((await listed()).map(({ _id }) => _id)).not.toContain(sessionId)
  await until(() =>
    staff.events().some(({ type, data }) => type === 'customer.session.ended' && data._id === sessionId),
  )
  expect(onTablet.all('session.ended')).toEqual([])
})

test('all others end, and the one that asks goes on', async () => {
  const others = [await signIn('A phone'), await signIn('A tablet')]
  const sockets = await Promise.all(others.map((token) => store.follow({ token })))
  const own = await store.follow({ token: here })
  expect((await end({ password })).body.message).toBe('Signed out everywhere else')
  await until(() => sockets.every(({ all }) => all('session.ended').length > 0), 1000)
  for (const token of others) expect(await statusOf(token)).toBe(401)
  expect((await listed()).map(({ current }) => current)).toEqual([true])
  expect(own.all('session.ended')).toEqual([])
  expect(await end({ password }), 'also where there is no other').toMatchObject({ status: 200, body: { ended: 0 } })
})

test.each([
  ['a wrong password', { password: 'not it' }, 422, 'Current password is incorrect'],
  ['no password', {}, 400, 'Current password is required'],
  ['an empty password', { password: '' }, 400, 'Current password is required'],
])('%s ends nothing', async (_, asked, status, message) => {
  const phone = await signIn('A phone')
  for (const which of [{}, { sessionId: await idOf('A phone') }]) {
    const refused = await end({ ...asked, ...which })
    expect([refused.status, refused.body.message]).toEqual([status, message])
  }
  expect(await statusOf(phone)).toBe(200)
})

test('the session that asks is ended by logging out alone', async () => {
  const refused = await end({ password, sessionId: await idOf('Here') })
  expect([refused.status, refused.body.message]).toEqual([422, 'To end this session, log out.'])
  expect(await statusOf(here)).toBe(200)
})

test('a stranger’s is not there, nor one that is over or ran out', async () => {
  const stranger = await buildUser(store, { passwordHash })
  const theirs = await signIn('A stranger', stranger.email)
  const { db } = store.store
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, stranger.id), eq(sessions.userAgent, 'A stranger')))
  const expectNotFound = async (sessionId: string) => {
    const refused = await end({ password, sessionId })
    expect([refused.status, refused.body.message]).toEqual([404, 'Session not found'])
  }
  await expectNotFound(row!.id)
  expect(await statusOf(theirs)).toBe(200)
  expect((await listed()).map(({ _id }) => _id)).not.toContain(row!.id)

  await signIn('A phone')
  const over = await idOf('A phone')
  await end({ password, sessionId: over })
  await expectNotFound(over)

  await signIn('A tablet')
  const ranOut = await idOf('A tablet')
  await db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessions.id, ranOut))
  await expectNotFound(ranOut)
  expect((await listed()).map(({ _id }) => _id)).not.toContain(ranOut)
})

test('passwords are not guessed here: they count with those of a change', async () => {
  const strict = await openTestStore({ RATE_LIMITS: 'on' })
  const { token } = await buildUser(strict, { passwordHash })
  const guess = async (path: string, asked: object) => (await strict.call('POST', path, asked, { token })).status
  const statuses = []
  for (let tries = 0; tries < 5; tries++) statuses.push(await guess('/auth/sessions/end', { password: 'not it' }))
  expect(statuses).toEqual([422, 422, 422, 422, 422])
  expect(await guess('/auth/sessions/end', { password })).toBe(429)
  expect(await guess('/auth/change-password', { oldPassword: password, newPassword: 'a longer one' })).toBe(429)
  await strict.close()
})
