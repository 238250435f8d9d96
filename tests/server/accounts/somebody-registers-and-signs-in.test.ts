import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTokens, activity, refreshTokens, sessions, users } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildUser } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const ada = { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com', password: 'demo1234' }
const register = (given: object = {}) => store.call('POST', '/auth/register', { ...ada, ...given })
const signIn = (email: string, password: string) => store.call('POST', '/auth/login', { email, password })
const cookieOf = (headers: Headers) => headers.get('set-cookie') ?? ''

describe('registering', () => {
  test('opens an account, signs in, and keeps neither password nor token', async () => {
    const { status, body, headers } = await register()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: 'Registered successfully',
      user: { firstName: 'Ada', email: 'ada@example.com', points: 0, currency: 'USD', darkMode: false, isAdmin: false },
    })
    expect(body.user).not.toHaveProperty('passwordHash')
    const me = await store.call('GET', '/auth/me', undefined, { token: body.token })
    expect(me.body.user).toEqual(body.user)

    const [row] = await store.store.db.select().from(users).where(eq(users.email, ada.email))
    expect(row!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const refresh = /__Host-refresh=([^;]+)/.exec(cookieOf(headers))![1]!
    const kept = JSON.stringify([
      await store.store.db.select().from(accessTokens),
      await store.store.db.select().from(refreshTokens),
    ])
    expect(kept).not.toContain(body.token)
    expect(kept).not.toContain(refresh)
    expect(body.token).toMatch(/^[\w-]{43}$/)
  })

  test('sets a cookie that scripts, other sites and plain connections don’t get', async () => {
    const { headers } = await register({ email: 'cookie@example.com' })
    expect(cookieOf(headers)).toMatch(/^__Host-refresh=[\w-]{43}; /)
    expect(cookieOf(headers).split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
  })

  test('takes an e-mail once, in whatever case', async () => {
    const before = await store.store.db.$count(users)
    for (const email of ['ada@example.com', 'ADA@Example.com', ' ada@example.com ']) {
      const { status, body, headers } = await register({ email })
      expect(status).toBe(409)
      expect(body).toMatchObject({ message: 'An account with this email already exists', error: 'email_taken' })
      expect(headers.get('set-cookie')).toBeNull()
    }
    expect(await store.store.db.$count(users)).toBe(before)
  })

  test('takes it once from twenty at the same time', async () => {
    const email = 'race@example.com'
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ email })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await store.store.db.$count(users, eq(users.email, email))).toBe(1)
  })

  test.each([
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada' }, 'Email is invalid'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ isAdmin: true }, 'Unknown field: isAdmin.'],
    [{ points: 1000 }, 'Unknown field: points.'],
  ])('refuses %j: %s', async (given, message) => {
    const before = await store.store.db.$count(users)
    const { status, body } = await register({ email: 'new@example.com', ...given })
    expect([status, body.message]).toEqual([400, message])
    expect(await store.store.db.$count(users)).toBe(before)
  })
})

describe('signing in', () => {
  test('takes the e-mail in any case and gives tokens of its own', async () => {
    const [one, two] = [await signIn('ADA@example.com', 'demo1234'), await signIn('ada@example.com', 'demo1234')]
    expect([one.status, one.body.message]).toEqual([200, 'Logged in successfully'])
    expect(one.body.token).not.toBe(two.body.token)
    expect(cookieOf(one.headers)).toMatch(/^__Host-refresh=/)
  })

  test('answers a wrong password as it answers an unknown e-mail', async () => {
    const before = await store.store.db.$count(sessions)
    const [wrong, unknown] = [
      await signIn('ada@example.com', 'demo12345'),
      await signIn('nobody@example.com', 'demo1234'),
    ]
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid email or password'])
    const { requestId: _, ...told } = wrong.body
    const { requestId: __, ...toldOther } = unknown.body
    expect([unknown.status, toldOther]).toEqual([401, told])
    expect(await store.store.db.$count(sessions)).toBe(before)
  })

  test('is noted in the activity of who did, and not of who failed to', async () => {
    const [{ id } = { id: '' }] = await store.store.db.select().from(users).where(eq(users.email, ada.email))
    const count = () => store.store.db.$count(activity, eq(activity.userId, id))
    const before = await count()
    await signIn('ada@example.com', 'demo1234')
    await signIn('ada@example.com', 'not hers')
    expect(await count()).toBe(before + 1)
  })
})

test('a password that was hashed at a lower cost is hashed anew when its owner signs in, and by nobody else', async () => {
  const cheap = await hash('a good one', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const { id, email } = await buildUser(store, { passwordHash: cheap })
  const kept = async () => (await store.store.db.select().from(users).where(eq(users.id, id)))[0]!.passwordHash
  const signIn = async (password: string) => (await store.call('POST', '/auth/login', { email, password })).status
  expect([await signIn('not hers'), await kept()]).toEqual([401, cheap])
  expect(await signIn('a good one')).toBe(200)
  const anew = await kept()
  expect(anew).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await signIn('a good one'), await kept()]).toEqual([200, anew])
})

describe('a token', () => {
  test.each(['', 'nonsense', 'x'.repeat(10_000)])('that is %j is nobody’s', async (token) => {
    const { status, body } = await store.call('GET', '/auth/me', undefined, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([status, body.error]).toEqual([401, 'unauthorized'])
  })

  test('is taken until it expires', async () => {
    const somebody = await buildUser(store)
    const me = () => store.call('GET', '/auth/me', undefined, { token: somebody.token })
    expect((await me()).status).toBe(200)
    await store.store.db.update(accessTokens).set({ expiresAt: new Date(Date.now() - 1) })
    expect((await me()).status).toBe(401)
  })
})

describe('settings', () => {
  test('are told to all of a person’s devices, and to nobody else', async () => {
    const [somebody, other] = [await buildUser(store), await buildUser(store)]
    const [phone, stranger] = [
      await store.follow({ token: somebody.token }),
      await store.follow({ token: other.token }),
    ]
    const { token } = somebody
    const currency = await store.call('POST', '/auth/change-currency', { currency: 'LKR' }, { token })
    expect(currency.body.user.currency).toBe('LKR')
    const dark = await store.call('POST', '/auth/dark-mode', { darkMode: true }, { token })
    expect(dark.body.user).toMatchObject({ currency: 'LKR', darkMode: true })
    await expect.poll(() => phone.heard()).toEqual(['user.changed', 'user.changed'])
    expect(phone.events()[1]!.data).toEqual({ user: dark.body.user })
    expect(stranger.heard()).toEqual([])
  })

  test.each([
    ['/auth/change-currency', { currency: 'EUR' }, 'currency must be USD, INR or LKR'],
    ['/auth/change-currency', { currency: 'USD', points: 9 }, 'Unknown field: points.'],
    ['/auth/dark-mode', { darkMode: 'yes' }, 'darkMode must be true or false'],
  ])('%s refuses %j', async (path, given, message) => {
    const { token } = await buildUser(store)
    const { status, body } = await store.call('POST', path, given, { token })
    expect([status, body.message]).toEqual([400, message])
  })

  test('are for who is signed in', async () => {
    expect((await store.call('POST', '/auth/dark-mode', { darkMode: true })).status).toBe(401)
  })
})
