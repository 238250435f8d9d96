import { and, count, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessTokens, refreshTokens, sessions } from '../../../drizzle/schema.ts'
import { refreshSession } from '../../../server/accounts/refresh.ts'
import { hashToken } from '../../../server/auth/tokens.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { randomFrom } from '../../../server/seed/random.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser, type TestUser } from '../../build.ts'
import { randomSeed, rounds } from '../../thorough.ts'

const random = randomFrom(`${randomSeed}`)
let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { email: 'ada@example.com', passwordHash: await hashPassword('demo1234') })
})
afterAll(() => server.close())

type Tokens = { access: string; refresh: string }
const refreshTokenOf = (headers: Headers) => /__Host-refresh=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1]
async function signIn(): Promise<Tokens> {
  const { body, headers } = await server.call('POST', '/auth/login', { email: ada.email, password: 'demo1234' })
  return { access: body.token, refresh: refreshTokenOf(headers)! }
}
async function refresh(token: string) {
  const { status, body, headers } = await server.call('POST', '/auth/refresh', undefined, {
    cookie: `__Host-refresh=${token}`,
  })
  return { status, body, access: body.token, refresh: refreshTokenOf(headers) }
}
const isValid = async (token: string) => (await server.call('GET', '/auth/me', undefined, { token })).status === 200
/** Moves the first use of a refresh token into the past. */
const setUsedAgo = (token: string, secondsAgo: number) =>
  server.app.db
    .update(refreshTokens)
    .set({ usedAt: new Date(Date.now() - secondsAgo * 1000) })
    .where(eq(refreshTokens.hash, hashToken(token)))

let first: Tokens
beforeEach(async () => {
  first = await signIn()
})

describe('refreshing', () => {
  it('returns the user and new access and refresh tokens', async () => {
    const next = await refresh(first.refresh)
    expect(next).toMatchObject({ status: 200, body: { success: true, user: { _id: ada.id } } })
    expect(next.access).not.toBe(first.access)
    expect(next.refresh).not.toBe(first.refresh)
    expect(await isValid(next.access)).toBe(true)
    expect((await refresh(next.refresh!)).status).toBe(200)
  })

  it('succeeds for two tabs that refresh at the same time', async () => {
    const [one, two] = await Promise.all([refresh(first.refresh), refresh(first.refresh)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(await isValid(one.access)).toBe(true)
    expect(await isValid(two.access)).toBe(true)
  })

  it('succeeds again after a lost response, however late, while the successor is unused', async () => {
    await refresh(first.refresh)
    await setUsedAgo(first.refresh, 3600)
    expect((await refresh(first.refresh)).status).toBe(200)
  })

  it('returns an access token, and leaves the cookie, within 10 s of the successor’s first use', async () => {
    const second = await refresh(first.refresh)
    await refresh(second.refresh!)
    await setUsedAgo(second.refresh!, 8)
    const late = await refresh(first.refresh)
    expect([late.status, late.refresh, await isValid(late.access)]).toEqual([200, undefined, true])
  })

  it('ends the session and its sockets when an old token is used after that', async () => {
    const second = await refresh(first.refresh)
    const third = await refresh(second.refresh!)
    const other = await signIn()
    const socket = await server.connect({ token: third.access })
    await setUsedAgo(second.refresh!, 11)

    const stolen = await refresh(first.refresh)
    expect(stolen.status).toBe(401)
    expect(stolen.body.error).toBe('session_over')
    expect(stolen.refresh).toBe('')
    for (const token of [first.access, second.access, third.access]) expect(await isValid(token)).toBe(false)
    expect((await refresh(third.refresh!)).status).toBe(401)
    await waitFor(() => socket.received.some(({ name }) => name === 'disconnect'))
    expect(socket.payloads('session.ended')).toEqual([{ reason: 'reuse' }])
    expect(await isValid(other.access)).toBe(true)
  })

  it.each(['', 'nonsense'])('returns 401 and deletes the cookie when it is %j', async (token) => {
    const rejected = await refresh(token)
    expect([rejected.status, rejected.body.message]).toEqual([401, 'Your session has ended. Please log in again.'])
    expect(rejected.refresh).toBe('')
  })

  it('returns 401 without a cookie', async () => {
    expect((await server.call('POST', '/auth/refresh')).status).toBe(401)
  })

  it('returns 401 once the token has expired', async () => {
    await server.app.db
      .update(refreshTokens)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(refreshTokens.hash, hashToken(first.refresh)))
    expect((await refresh(first.refresh)).status).toBe(401)
  })

  it('never extends the session beyond 90 days, or 12 hours for staff', async () => {
    const staff = await buildUser(server, { isAdmin: true })
    const lifetimeHours = async (userId: string) => {
      const [session] = await server.app.db.select().from(sessions).where(eq(sessions.userId, userId))
      return (session!.expiresAt.getTime() - session!.createdAt.getTime()) / 3_600_000
    }
    expect(await lifetimeHours(ada.id)).toBeCloseTo(90 * 24, 1)
    expect(await lifetimeHours(staff.id)).toBeCloseTo(12, 1)

    const [{ sessionId } = { sessionId: '' }] = await server.app.db
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.hash, hashToken(first.refresh)))
    const sessionExpiry = new Date(Date.now() + 60_000)
    await server.app.db.update(sessions).set({ expiresAt: sessionExpiry }).where(eq(sessions.id, sessionId))
    const next = await refresh(first.refresh)
    const [access] = await server.app.db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.hash, hashToken(next.access)))
    expect(access!.expiresAt).toEqual(sessionExpiry)
  })
})

describe('a copied refresh token', () => {
  const start = Date.now()
  /** Refreshes so many seconds after the login. @returns the new refresh token, 'access only' or 'ended' */
  async function refreshAt(seconds: number, token: string): Promise<string> {
    const now = new Date(start + seconds * 1000)
    const refreshed = await runMutation(server.app, (ctx) => refreshSession({ ...ctx, now }, token, () => {}))
    return refreshed ? (refreshed.refresh ?? 'access only') : 'ended'
  }
  const minutes = 60

  it('ends the session when both copies were exchanged, in either order', async () => {
    for (const isThiefFirst of [true, false]) {
      const { refresh: stolen } = await signIn()
      const thief = await refreshAt(1, stolen)
      const owner = await refreshAt(2, stolen)
      const [one, other] = isThiefFirst ? [thief, owner] : [owner, thief]
      const next = await refreshAt(15 * minutes, one)
      expect(next.length).toBe(43)
      expect(await refreshAt(15 * minutes + 11, other)).toBe('ended')
      expect(await refreshAt(15 * minutes + 12, next)).toBe('ended')
    }
  })

  it('ends the session even when both go on in step', async () => {
    const { refresh: stolen } = await signIn()
    const thief = await refreshAt(1, stolen)
    const owner = await refreshAt(2, stolen)
    const next = await refreshAt(15 * minutes, thief)
    expect(await refreshAt(15 * minutes, owner)).toBe('access only')
    expect(await refreshAt(15 * minutes + 10, owner)).toBe('access only')
    await refreshAt(15 * minutes + 10.5, next)
    expect(await refreshAt(15 * minutes + 11, owner)).toBe('ended')
    expect(await refreshAt(15 * minutes + 12, next)).toBe('ended')
  })

  it('ends the session when it is exchanged while the owner goes on, and used later', async () => {
    const { refresh: stolen } = await signIn()
    const owner = await refreshAt(1, stolen)
    await refreshAt(2, owner)
    expect(await refreshAt(3, stolen)).toBe('access only')
    expect(await refreshAt(15 * minutes, stolen)).toBe('ended')
  })

  it('never leads a life of its own: of the successors of a token, at most one is exchanged', async () => {
    for (let round = 0; round < rounds(10, 100); round += 1) {
      const { refresh: copied } = await signIn()
      // Each holder of a copy follows the cookie it gets, as a browser does.
      const holders = [copied, copied, copied]
      for (let seconds = 1; seconds < 3600; seconds += 1 + Math.floor(random() * 60)) {
        const holder = Math.floor(random() * 3)
        const result = await refreshAt(seconds, holders[holder]!)
        if (result.length === 43) holders[holder] = result
      }
    }
    const exchanged = await server.app.db
      .select({ count: count() })
      .from(refreshTokens)
      .where(and(isNotNull(refreshTokens.usedAt), isNotNull(refreshTokens.parent)))
      .groupBy(refreshTokens.parent)
    expect(exchanged.length).toBeGreaterThan(5)
    expect(Math.max(...exchanged.map((row) => row.count))).toBe(1)
  })
})

describe('an owner', () => {
  it('is never logged out by lost responses, however many and however late', async () => {
    const start = Date.now()
    let { refresh: cookie } = await signIn()
    for (let seconds = 0; seconds < 24 * 3600; seconds += 1 + Math.floor(random() * 1800)) {
      const now = new Date(start + seconds * 1000)
      const refreshed = await runMutation(server.app, (ctx) => refreshSession({ ...ctx, now }, cookie, () => {}))
      expect(refreshed).not.toBeNull()
      if (random() > 0.3) cookie = refreshed!.refresh ?? cookie
    }
  })

  it('is never logged out by tabs that refresh at the same time', async () => {
    let { refresh: cookie } = await signIn()
    const start = Date.now()
    for (let minute = 0; minute < 60; minute += 15) {
      const now = (ms: number) => new Date(start + minute * 60_000 + ms)
      // The second tab sends the cookie of the moment, and the responses arrive in either order.
      const tabs = await Promise.all(
        [0, 40, 900].map((ms) =>
          runMutation(server.app, (ctx) => refreshSession({ ...ctx, now: now(ms) }, cookie, () => {})),
        ),
      )
      const answers = minute % 2 === 0 ? tabs : tabs.toReversed()
      for (const answer of answers) {
        expect(answer).not.toBeNull()
        cookie = answer!.refresh ?? cookie
      }
    }
    expect((await refresh(cookie)).status).toBe(200)
  })
})

describe('logging out', () => {
  it('ends the tokens, the cookie and the sockets of this session only', async () => {
    const other = await signIn()
    const [socket, otherSocket] = [
      await server.connect({ token: first.access }),
      await server.connect({ token: other.access }),
    ]
    const { status, headers } = await server.call('POST', '/auth/logout', undefined, { token: first.access })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toMatch(/^__Host-refresh=; Path=\/; Max-Age=0;/)
    expect(await isValid(first.access)).toBe(false)
    expect((await refresh(first.refresh)).status).toBe(401)
    await waitFor(() => socket.received.some(({ name }) => name === 'disconnect'))
    expect(socket.payloads('session.ended')).toEqual([{ reason: 'logout' }])

    expect(await isValid(other.access)).toBe(true)
    expect(otherSocket.received.map(({ name }) => name)).toEqual(['welcome'])
    expect((await refresh(other.refresh)).status).toBe(200)
  })

  it('works with the cookie alone, after the access token has expired', async () => {
    const { status } = await server.call('POST', '/auth/logout', undefined, {
      cookie: `__Host-refresh=${first.refresh}`,
    })
    expect(status).toBe(200)
    expect(await isValid(first.access)).toBe(false)
  })

  it('succeeds without effect a second time, and for a visitor', async () => {
    await server.call('POST', '/auth/logout', undefined, { token: first.access })
    const repeated = await server.call('POST', '/auth/logout', undefined, { token: first.access })
    expect(repeated.status).toBe(200)
    expect((await server.call('POST', '/auth/logout')).status).toBe(200)
  })

  it('also ends a token that is refreshed at the same time', async () => {
    const [, refreshed] = await Promise.all([
      server.call('POST', '/auth/logout', undefined, { token: first.access }),
      refresh(first.refresh),
    ])
    if (refreshed.status === 200) expect(await isValid(refreshed.access)).toBe(false)
    else expect(refreshed.status).toBe(401)
  })
})

describe('logging in again', () => {
  const signInWith = async (cookie: string | undefined, email = ada.email) =>
    server.call('POST', '/auth/login', { email, password: 'demo1234' }, cookie ? { cookie } : {})

  it('ends the previous session of the same browser only', async () => {
    const other = await signIn()
    const { status, body } = await signInWith(`__Host-refresh=${first.refresh}`)
    expect([status, await isValid(body.token), await isValid(first.access), await isValid(other.access)]).toEqual([
      200,
      true,
      false,
      true,
    ])
    expect((await refresh(first.refresh)).status).toBe(401)
  })

  it('does not end another user’s session whose cookie is sent', async () => {
    const eve = await buildUser(server, { passwordHash: await hashPassword('demo1234') })
    expect((await signInWith(`__Host-refresh=${first.refresh}`, eve.email)).status).toBe(200)
    expect(await isValid(first.access)).toBe(true)
  })
})
