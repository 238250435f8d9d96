import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessTokens, refreshTokens, sessions } from '../../../drizzle/schema.ts'
import { hashToken } from '../../../server/accounts/identify.ts'
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

type Tokens = { access: string; refresh: string }
const refreshIn = (headers: Headers) => /__Host-refresh=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1]
async function signIn(): Promise<Tokens> {
  const { body, headers } = await store.call('POST', '/auth/login', { email: ada.email, password: 'demo1234' })
  return { access: body.token, refresh: refreshIn(headers)! }
}
async function refresh(token: string) {
  const { status, body, headers } = await store.call('POST', '/auth/refresh', undefined, {
    cookie: `__Host-refresh=${token}`,
  })
  return { status, body, access: body.token, refresh: refreshIn(headers) }
}
const isIn = async (token: string) => (await store.call('GET', '/auth/me', undefined, { token })).status === 200
/** Lets time pass for a refresh token: it was used so many seconds ago. */
const usedAgo = (token: string, seconds: number) =>
  store.store.db
    .update(refreshTokens)
    .set({ usedAt: new Date(Date.now() - seconds * 1000) })
    .where(eq(refreshTokens.hash, hashToken(token)))

let first: Tokens
beforeEach(async () => {
  first = await signIn()
})

describe('renewing', () => {
  test('gives new tokens of both kinds, and the person', async () => {
    const next = await refresh(first.refresh)
    expect(next).toMatchObject({ status: 200, body: { success: true, user: { _id: ada.id } } })
    expect(next.access).not.toBe(first.access)
    expect(next.refresh).not.toBe(first.refresh)
    expect(await isIn(next.access)).toBe(true)
    expect((await refresh(next.refresh!)).status).toBe(200)
  })

  test('works for two tabs that renew together', async () => {
    const [one, two] = await Promise.all([refresh(first.refresh), refresh(first.refresh)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(await isIn(one.access)).toBe(true)
    expect(await isIn(two.access)).toBe(true)
  })

  test('works again when the answer was lost, however late, as long as its successor was never used', async () => {
    await refresh(first.refresh)
    await usedAgo(first.refresh, 3600)
    expect((await refresh(first.refresh)).status).toBe(200)
  })

  test('works again within 10 s of the successor’s first use', async () => {
    const second = await refresh(first.refresh)
    await refresh(second.refresh!)
    await usedAgo(second.refresh!, 8)
    expect((await refresh(first.refresh)).status).toBe(200)
  })

  test('with an old token after that ends every session of the family', async () => {
    const second = await refresh(first.refresh)
    const third = await refresh(second.refresh!)
    const other = await signIn()
    const device = await store.follow({ token: third.access })
    await usedAgo(second.refresh!, 11)

    const stolen = await refresh(first.refresh)
    expect(stolen.status).toBe(401)
    expect(stolen.body.error).toBe('session_over')
    expect(stolen.refresh).toBe('')
    for (const token of [first.access, second.access, third.access]) expect(await isIn(token)).toBe(false)
    expect((await refresh(third.refresh!)).status).toBe(401)
    await until(() => device.told.some(({ name }) => name === 'disconnect'), 1000)
    expect(device.all('session.ended')).toEqual([{ reason: 'reuse' }])
    expect(await isIn(other.access)).toBe(true)
  })

  test.each(['', 'nonsense'])('with %j as its cookie is refused, and the cookie taken away', async (token) => {
    const refused = await refresh(token)
    expect([refused.status, refused.body.message]).toEqual([401, 'Your session has ended. Please log in again.'])
    expect(refused.refresh).toBe('')
  })

  test('without a cookie is refused', async () => {
    expect((await store.call('POST', '/auth/refresh')).status).toBe(401)
  })

  test('is refused once the token has expired', async () => {
    await store.store.db
      .update(refreshTokens)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(refreshTokens.hash, hashToken(first.refresh)))
    expect((await refresh(first.refresh)).status).toBe(401)
  })

  test('never outlives the family: 90 days for a customer, 12 hours for staff', async () => {
    const staff = await buildUser(store, { isAdmin: true })
    const familyOf = async (userId: string) => {
      const [session] = await store.store.db.select().from(sessions).where(eq(sessions.userId, userId))
      return (session!.expiresAt.getTime() - session!.createdAt.getTime()) / 3_600_000
    }
    expect(await familyOf(ada.id)).toBeCloseTo(90 * 24, 1)
    expect(await familyOf(staff.id)).toBeCloseTo(12, 1)

    const [{ sessionId } = { sessionId: '' }] = await store.store.db
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.hash, hashToken(first.refresh)))
    const end = new Date(Date.now() + 60_000)
    await store.store.db.update(sessions).set({ expiresAt: end }).where(eq(sessions.id, sessionId))
    const next = await refresh(first.refresh)
    const [access] = await store.store.db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.hash, hashToken(next.access)))
    expect(access!.expiresAt).toEqual(end)
  })
})

describe('signing out', () => {
  test('ends the tokens, the cookie and the sockets of this session, and of no other', async () => {
    const other = await signIn()
    const [here, there] = [await store.follow({ token: first.access }), await store.follow({ token: other.access })]
    const { status, headers } = await store.call('POST', '/auth/logout', undefined, { token: first.access })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toMatch(/^__Host-refresh=; Path=\/; Max-Age=0;/)
    expect(await isIn(first.access)).toBe(false)
    expect((await refresh(first.refresh)).status).toBe(401)
    await until(() => here.told.some(({ name }) => name === 'disconnect'), 1000)
    expect(here.all('session.ended')).toEqual([{ reason: 'logout' }])

    expect(await isIn(other.access)).toBe(true)
    expect(there.told.map(({ name }) => name)).toEqual(['welcome'])
    expect((await refresh(other.refresh)).status).toBe(200)
  })

  test('works with the cookie alone, when the access token has run out', async () => {
    const { status } = await store.call('POST', '/auth/logout', undefined, {
      cookie: `__Host-refresh=${first.refresh}`,
    })
    expect(status).toBe(200)
    expect(await isIn(first.access)).toBe(false)
  })

  test('a second time, or by a visitor, changes nothing', async () => {
    await store.call('POST', '/auth/logout', undefined, { token: first.access })
    const again = await store.call('POST', '/auth/logout', undefined, { token: first.access })
    expect(again.status).toBe(200)
    expect((await store.call('POST', '/auth/logout')).status).toBe(200)
  })

  test('is no renewal: a token that was renewed at the same time is over too', async () => {
    const [, renewed] = await Promise.all([
      store.call('POST', '/auth/logout', undefined, { token: first.access }),
      refresh(first.refresh),
    ])
    if (renewed.status === 200) expect(await isIn(renewed.access)).toBe(false)
    else expect(renewed.status).toBe(401)
  })
})

describe('signing in again', () => {
  const signInWith = async (cookie: string | undefined, email = ada.email) =>
    store.call('POST', '/auth/login', { email, password: 'demo1234' }, cookie ? { cookie } : {})

  test('ends the session that the same browser had, and no other', async () => {
    const elsewhere = await signIn()
    const { status, body } = await signInWith(`__Host-refresh=${first.refresh}`)
    expect([status, await isIn(body.token), await isIn(first.access), await isIn(elsewhere.access)]).toEqual([
      200,
      true,
      false,
      true,
    ])
    expect((await refresh(first.refresh)).status).toBe(401)
  })

  test('leaves somebody else’s session be, whose cookie it may be', async () => {
    const eve = await buildUser(store, { passwordHash: await hashPassword('demo1234') })
    expect((await signInWith(`__Host-refresh=${first.refresh}`, eve.email)).status).toBe(200)
    expect(await isIn(first.access)).toBe(true)
  })
})
