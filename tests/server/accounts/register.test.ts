import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessTokens, refreshTokens, users } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ada = { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com', password: 'demo1234' }
const register = (fields: object = {}) => server.call('POST', '/auth/register', { ...ada, ...fields })
const cookieOf = (headers: Headers) => headers.get('set-cookie') ?? ''

it('creates an account, logs in, and stores neither the password nor a token in plain text', async () => {
  const { status, body, headers } = await register()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: true,
    message: 'Registered successfully',
    user: { firstName: 'Ada', email: 'ada@example.com', points: 0, currency: 'USD', darkMode: false, isAdmin: false },
  })
  expect(body.user).not.toHaveProperty('passwordHash')
  const me = await server.call('GET', '/auth/me', undefined, { token: body.token })
  expect(me.body.user).toEqual(body.user)

  const [row] = await server.app.db.select().from(users).where(eq(users.email, ada.email))
  expect(row!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const refresh = /__Host-refresh=([^;]+)/.exec(cookieOf(headers))![1]!
  const stored = JSON.stringify([
    await server.app.db.select().from(accessTokens),
    await server.app.db.select().from(refreshTokens),
  ])
  expect(stored).not.toContain(body.token)
  expect(stored).not.toContain(refresh)
  expect(body.token).toMatch(/^[\w-]{43}$/)
})

it('starts with the theme of the device', async () => {
  for (const theme of ['dark', 'light', 'system'] as const) {
    const prefs = encodeURIComponent(JSON.stringify({ theme, currency: 'LKR', initials: '' }))
    const fields = { ...ada, email: `${theme}@example.com` }
    const { body } = await server.call('POST', '/auth/register', fields, { cookie: `prefs=${prefs}` })
    expect(body.user).toMatchObject({ darkMode: theme === 'dark', currency: 'USD' })
  }
})

it('sets a cookie that is hidden from scripts, other sites and insecure connections', async () => {
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

it('returns 409 for a taken email address, in any case', async () => {
  const usersBefore = await server.app.db.$count(users)
  for (const email of ['ada@example.com', 'ADA@Example.com', ' ada@example.com ']) {
    const { status, body, headers } = await register({ email })
    expect(status).toBe(409)
    expect(body).toMatchObject({ message: 'An account with this email already exists', error: 'email_taken' })
    expect(headers.get('set-cookie')).toBeNull()
  }
  expect(await server.app.db.$count(users)).toBe(usersBefore)
})

it('creates one account for twenty simultaneous requests with the same address', async () => {
  const email = 'race@example.com'
  const responses = await Promise.all(Array.from({ length: 20 }, () => register({ email })))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await server.app.db.$count(users, eq(users.email, email))).toBe(1)
})

it.each([
  [{ email: '' }, 'Email is required'],
  [{ email: 'ada' }, 'Email is invalid'],
  [{ password: '12345' }, 'Password must be at least 6 characters'],
  [{ firstName: ' ' }, 'First name is required'],
  [{ lastName: '' }, 'Last name is required'],
  [{ isAdmin: true }, 'Unknown field: isAdmin.'],
  [{ points: 1000 }, 'Unknown field: points.'],
])('rejects %j: %s', async (fields, message) => {
  const usersBefore = await server.app.db.$count(users)
  const { status, body } = await register({ email: 'new@example.com', ...fields })
  expect([status, body.message]).toEqual([400, message])
  expect(await server.app.db.$count(users)).toBe(usersBefore)
})
