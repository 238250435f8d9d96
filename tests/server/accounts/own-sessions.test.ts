import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessions } from '../../../drizzle/schema.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser, type TestUser } from '../../build.ts'

type ListedSession = { _id: string; userAgent: string; createdAt: string; expiresAt: string; current: boolean }

const password = 'demo1234'
let server: TestServer
let passwordHash: string
let email: string
/** The token of the session that makes the requests. */
let currentToken: string
beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(password)
})
afterAll(() => server.close())
beforeEach(async () => {
  email = (await buildUser(server, { passwordHash })).email
  currentToken = await signIn('Current device')
})

const signIn = async (userAgent: string, as = email) =>
  (await server.call('POST', '/auth/login', { email: as, password }, { headers: { 'user-agent': userAgent } })).body
    .token
const listSessions = async (token = currentToken) =>
  (await server.call<ListedSession[]>('GET', '/auth/sessions', undefined, { token })).body.data
const endSessions = (body: object, token = currentToken) => server.call('POST', '/auth/sessions/end', body, { token })
const findSessionId = async (userAgent: string) =>
  (await listSessions()).find((session) => session.userAgent === userAgent)!._id
const statusOf = async (token: string) => (await server.call('GET', '/auth/me', undefined, { token })).status

it('lists open sessions, newest first, and marks the current one', async () => {
  await signIn('A phone')
  const found = (await listSessions()).filter(({ userAgent }) => userAgent !== 'test')
  expect(found.map(({ userAgent, current }) => [userAgent, current])).toEqual([
    ['A phone', false],
    ['Current device', true],
  ])
  expect(Object.keys(found[0]!).toSorted()).toEqual(['_id', 'createdAt', 'current', 'expiresAt', 'userAgent'])
  expect(await server.call('GET', '/auth/sessions')).toMatchObject({ status: 401 })
})

it('ends another session at once, with its sockets, and leaves the rest open', async () => {
  const [phone, tablet] = [await signIn('A phone'), await signIn('A tablet')]
  const [phoneSocket, tabletSocket] = [await server.connect({ token: phone }), await server.connect({ token: tablet })]
  const sessionId = await findSessionId('A phone')

  const { status, body } = await endSessions({ password, sessionId })
  expect([status, body.message]).toEqual([200, 'Session ended'])
  await waitFor(() => phoneSocket.payloads('session.ended').length > 0 && phoneSocket.payloads('disconnect').length > 0)
  expect(phoneSocket.payloads('session.ended')).toEqual([{ reason: 'logout' }])
  expect([await statusOf(phone), await statusOf(tablet), await statusOf(currentToken)]).toEqual([401, 200, 200])
  expect((await listSessions()).map(({ _id }) => _id)).not.toContain(sessionId)
  expect(tabletSocket.payloads('session.ended')).toEqual([])
})

it('ends all other sessions and keeps the current one', async () => {
  const others = [await signIn('A phone'), await signIn('A tablet')]
  const sockets = await Promise.all(others.map((token) => server.connect({ token })))
  const ownSocket = await server.connect({ token: currentToken })
  expect((await endSessions({ password })).body.message).toBe('Signed out everywhere else')
  await waitFor(() => sockets.every(({ payloads }) => payloads('session.ended').length > 0))
  for (const token of others) expect(await statusOf(token)).toBe(401)
  expect((await listSessions()).map(({ current }) => current)).toEqual([true])
  expect(ownSocket.payloads('session.ended')).toEqual([])
  expect(await endSessions({ password }), 'when there is no other session').toMatchObject({
    status: 200,
    body: { ended: 0 },
  })
})

it.each([
  ['a wrong password', { password: 'not it' }, 422, 'Current password is incorrect'],
  ['no password', {}, 400, 'Current password is required'],
  ['an empty password', { password: '' }, 400, 'Current password is required'],
])('ends nothing with %s', async (_, credentials, status, message) => {
  const phone = await signIn('A phone')
  for (const selection of [{}, { sessionId: await findSessionId('A phone') }]) {
    const rejected = await endSessions({ ...credentials, ...selection })
    expect([rejected.status, rejected.body.message]).toEqual([status, message])
  }
  expect(await statusOf(phone)).toBe(200)
})

it('returns 422 for the current session, which ends by logging out', async () => {
  const rejected = await endSessions({ password, sessionId: await findSessionId('Current device') })
  expect([rejected.status, rejected.body.message]).toEqual([422, 'To end this session, log out.'])
  expect(await statusOf(currentToken)).toBe(200)
})

it('returns 404 for someone else’s session and for one that has ended or expired', async () => {
  const other = await buildUser(server, { passwordHash })
  const otherToken = await signIn('Another user', other.email)
  const { db } = server.app
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, other.id), eq(sessions.userAgent, 'Another user')))
  const expectNotFound = async (sessionId: string) => {
    const rejected = await endSessions({ password, sessionId })
    expect([rejected.status, rejected.body.message]).toEqual([404, 'Session not found'])
  }
  await expectNotFound(row!.id)
  expect(await statusOf(otherToken)).toBe(200)
  expect((await listSessions()).map(({ _id }) => _id)).not.toContain(row!.id)

  await signIn('A phone')
  const endedId = await findSessionId('A phone')
  await endSessions({ password, sessionId: endedId })
  await expectNotFound(endedId)

  await signIn('A tablet')
  const expiredId = await findSessionId('A tablet')
  await db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessions.id, expiredId))
  await expectNotFound(expiredId)
  expect((await listSessions()).map(({ _id }) => _id)).not.toContain(expiredId)
})

it('shares its limit on wrong passwords with changing the password', async () => {
  const limited = await startTestServer({ RATE_LIMITS: 'on' })
  const { token } = await buildUser(limited, { passwordHash })
  const guess = async (path: string, body: object) => (await limited.call('POST', path, body, { token })).status
  const statuses = []
  for (let tries = 0; tries < 5; tries++) statuses.push(await guess('/auth/sessions/end', { password: 'not it' }))
  expect(statuses).toEqual([422, 422, 422, 422, 422])
  expect(await guess('/auth/sessions/end', { password })).toBe(429)
  expect(await guess('/auth/change-password', { oldPassword: password, newPassword: 'a longer one' })).toBe(429)
  await limited.close()
})

describe('many sessions', () => {
  const openSessions = async (user: TestUser, count: number) => {
    const start = Date.now()
    for (let n = 0; n < count; n += 1) {
      await runMutation(server.app, (ctx) => openSession({ ...ctx, now: new Date(start + n) }, user, `Device ${n}`))
    }
  }

  it('of one user are limited to 100: the oldest ends, with its sockets', async () => {
    const [user, other] = [await buildUser(server, { passwordHash }), await buildUser(server, { passwordHash })]
    await openSessions(user, 99)
    const oldest = await server.connect({ token: user.token })
    expect(await statusOf(user.token)).toBe(200)
    const newest = await signIn('The 101st', user.email)
    await waitFor(() => oldest.payloads('disconnect').length > 0)
    expect(oldest.payloads('session.ended')).toEqual([{ reason: 'logout' }])
    expect([await statusOf(user.token), await statusOf(newest), await statusOf(other.token)]).toEqual([401, 200, 200])
    const listed = await listSessions(newest)
    expect(listed).toHaveLength(100)
    expect(listed.map(({ userAgent }) => userAgent)).toContain('Device 0')
  })

  it('of logins at the same time are limited too', async () => {
    const user = await buildUser(server)
    await openSessions(user, 95)
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => runMutation(server.app, (ctx) => openSession(ctx, user, `${n}`))),
    )
    const open = and(eq(sessions.userId, user.id), isNull(sessions.endedAt))
    expect(await server.app.db.$count(sessions, open)).toBe(100)
  })

  it('end with one message to the sockets, in one statement', async () => {
    const user = await buildUser(server, { passwordHash })
    const count = 12_000
    const rows = Array.from({ length: count }, (_, n) => ({ userId: user.id, userAgent: `${n}`, expiresAt: later }))
    for (let n = 0; n < count; n += 1000) await server.app.db.insert(sessions).values(rows.slice(n, n + 1000))
    const messages: { sessionIds: readonly string[] }[] = []
    const unsubscribe = server.app.bus.subscribe('session-ended', (ended) => messages.push(ended))
    const { status, body } = await server.call('POST', '/auth/sessions/end', { password }, { token: user.token })
    unsubscribe()
    expect([status, body]).toMatchObject([200, { ended: count }])
    expect(messages.map(({ sessionIds }) => sessionIds.length)).toEqual([count])
    expect(await statusOf(user.token)).toBe(200)
  })
  const later = new Date(Date.now() + 3_600_000)
})
