import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit, refreshTokens } from '../../../drizzle/schema.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { hashToken } from '../../../server/auth/tokens.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'

type ListedSession = { _id: string; userAgent: string }

let server: TestServer
let mira: TestUser
let ishara: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
})
afterAll(() => server.close())

const endSessions = ({ id }: { id: string }, body: object = {}, user: TestUser = mira) =>
  server.call('POST', `/admin/customers/${id}/sessions/end`, body, { token: user.token })
const listSessions = async ({ id }: TestUser) => {
  const path = `/admin/customers/${id}`
  const { body } = await server.call<{ sessions: ListedSession[] }>('GET', path, undefined, { token: mira.token })
  return body.data.sessions
}

it('ends one session or all of them, with their sockets, and publishes it to staff', async () => {
  const eve = await buildUser(server)
  const other = await runMutation(server.app, (ctx) => openSession(ctx, eve, 'phone'))
  const [firstSocket, phoneSocket] = [
    await server.connect({ token: eve.token }),
    await server.connect({ token: other.access }),
  ]
  const colleagueSocket = await server.connect({ token: ishara.token })
  const sessions = await listSessions(eve)
  const phone = sessions.find(({ userAgent }) => userAgent === 'phone')!
  const ended = await endSessions(eve, { sessionId: phone._id })
  expect(ended.body).toMatchObject({ ended: 1, message: '1 session ended' })
  await waitFor(() => phoneSocket.received.some(({ name }) => name === 'disconnect'))
  expect(phoneSocket.payloads('session.ended')).toMatchObject([{ reason: 'staff' }])
  expect((await server.call('GET', '/auth/me', undefined, { token: other.access })).status).toBe(401)
  expect((await server.call('GET', '/auth/me', undefined, { token: eve.token })).status).toBe(200)
  expect(firstSocket.socket.connected).toBe(true)
  const event = await waitFor(() => colleagueSocket.events().find(({ type }) => type === 'customer.sessions'))
  expect(event.data).toMatchObject({ userId: eve.id, sessions: [{ userAgent: 'test' }] })
  const [action] = await server.app.db.select().from(audit).orderBy(desc(audit.seq)).limit(1)
  expect(action).toMatchObject({
    action: 'customer.end-sessions',
    subjectId: eve.id,
    before: { sessions: 2 },
    after: { sessions: 1 },
  })
  expect((await endSessions(eve)).body).toMatchObject({ ended: 1 })
  await waitFor(() => firstSocket.received.some(({ name }) => name === 'disconnect'))
  expect((await endSessions(eve)).body).toMatchObject({ ended: 0 })
})

it('no longer lists a session that ended because its refresh token was reused', async () => {
  const eve = await buildUser(server)
  const tokens = await runMutation(server.app, (ctx) => openSession(ctx, eve, 'stolen'))
  const refresh = (token: string) =>
    server.call('POST', '/auth/refresh', undefined, { cookie: `__Host-refresh=${token}` })
  const next = (await refresh(tokens.refresh)).headers.getSetCookie()[0]!.match(/=([^;]+)/)![1]!
  await refresh(next)
  await server.app.db
    .update(refreshTokens)
    .set({ usedAt: new Date(Date.now() - 11_000) })
    .where(eq(refreshTokens.hash, hashToken(next)))
  expect((await refresh(tokens.refresh)).status).toBe(401)
  expect((await server.call('GET', '/auth/me', undefined, { token: tokens.access })).status).toBe(401)
  expect((await listSessions(eve)).map(({ userAgent }) => userAgent)).toEqual(['test'])
})

it('returns 404 for another user’s session and for an unknown user', async () => {
  const [eve, noor] = [await buildUser(server), await buildUser(server)]
  const [session] = await listSessions(eve)
  expect((await endSessions(noor, { sessionId: session!._id })).status).toBe(404)
  expect((await endSessions({ id: 'nobody' })).status).toBe(404)
  expect((await server.call('GET', '/auth/me', undefined, { token: eve.token })).status).toBe(200)
})

it('returns 403 to customers', async () => {
  const eve = await buildUser(server)
  expect((await endSessions(mira, {}, eve)).status).toBe(403)
})
