import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailLinks } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { subjectsTo, tokenSentTo } from '../mail/emails.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const requestLink = (email: string) => server.call('POST', '/auth/forgot-password', { email })
const reset = (token: string, password = 'a better one') =>
  server.call('POST', '/auth/reset-password', { token, password })
const signIn = (email: string, password: string) => server.call('POST', '/auth/login', { email, password })
const buildUserWithPassword = async () => buildUser(server, { passwordHash: await hashPassword('the old one') })

it('sets a new password with the emailed link once, and ends every session and socket', async () => {
  const ada = await buildUserWithPassword()
  const socket = await server.connect({ token: ada.token })
  const cookie = (await signIn(ada.email, 'the old one')).headers.get('set-cookie')!.split(';')[0]!
  expect((await requestLink(ada.email.toUpperCase())).status).toBe(200)
  const token = await tokenSentTo(server, ada.email, 'reset')
  expect(JSON.stringify(await server.app.db.select().from(mailLinks))).not.toContain(token)

  const { status, body, headers } = await reset(token)
  expect([status, body.message]).toEqual([200, 'Your new password is set. Please log in.'])
  expect(headers.get('set-cookie')).toBeNull()
  await waitFor(() => socket.received.some(({ name }) => name === 'session.ended'))
  expect(await server.call('GET', '/auth/me', undefined, { token: ada.token })).toMatchObject({ status: 401 })
  expect(await server.call('POST', '/auth/refresh', undefined, { cookie })).toMatchObject({ status: 401 })
  expect(await signIn(ada.email, 'the old one')).toMatchObject({ status: 401 })
  expect(await signIn(ada.email, 'a better one')).toMatchObject({ status: 200 })
  expect(subjectsTo(server, ada.email)).toEqual(['Reset your Kade password', 'Your Kade password was changed'])

  const repeated = await reset(token, 'yet another one')
  expect([repeated.status, repeated.body.error, repeated.body.message]).toEqual([
    422,
    'link_over',
    'This link has expired or was already used. Please request a new one.',
  ])
  expect(await signIn(ada.email, 'a better one')).toMatchObject({ status: 200 })
})

it('returns the same response for an unknown address, and sends nothing there', async () => {
  const ada = await buildUserWithPassword()
  const [known, unknown] = [await requestLink(ada.email), await requestLink('nobody@example.com')]
  const { requestId: _, ...knownBody } = known.body
  const { requestId: __, ...unknownBody } = unknown.body
  expect([unknown.status, unknownBody]).toEqual([known.status, knownBody])
  await tokenSentTo(server, ada.email, 'reset')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(subjectsTo(server, 'nobody@example.com')).toEqual([])
})

/** Requests links one after the other. @returns their tokens, oldest first */
async function requestLinks(email: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 0; n < count; n += 1) {
    const sent = subjectsTo(server, email).length
    await requestLink(email)
    await waitFor(() => subjectsTo(server, email).length === sent + 1)
    tokens.push(await tokenSentTo(server, email, 'reset'))
  }
  return tokens
}

it.each([1, 2, 3])('accepts the last three of five links: number %i before the end', async (fromEnd) => {
  const ada = await buildUserWithPassword()
  const tokens = await requestLinks(ada.email, 5)
  for (const revoked of tokens.slice(0, 2)) expect(await reset(revoked)).toMatchObject({ status: 422 })
  expect(await reset(tokens.at(-fromEnd)!)).toMatchObject({ status: 200 })
  // The others are revoked when one is used.
  for (const token of tokens) expect(await reset(token, 'yet another one')).toMatchObject({ status: 422 })
})

it('revokes every link when the password is changed', async () => {
  const ada = await buildUserWithPassword()
  const tokens = await requestLinks(ada.email, 2)
  const passwords = { oldPassword: 'the old one', newPassword: 'my own new one' }
  expect(await server.call('POST', '/auth/change-password', passwords, { token: ada.token })).toMatchObject({
    status: 200,
  })
  for (const token of tokens) expect(await reset(token)).toMatchObject({ status: 422 })
})

it('rejects a link after 30 minutes', async () => {
  const ada = await buildUserWithPassword()
  await requestLink(ada.email)
  const token = await tokenSentTo(server, ada.email, 'reset')
  const [link] = await server.app.db.select().from(mailLinks).where(eq(mailLinks.userId, ada.id))
  expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBeCloseTo(30 * 60_000, -4)
  await server.app.db.update(mailLinks).set({ expiresAt: new Date(Date.now() - 1) })
  expect(await reset(token)).toMatchObject({ status: 422 })
})

it('rejects a short or common password and keeps the link valid', async () => {
  const ada = await buildUserWithPassword()
  await requestLink(ada.email)
  const token = await tokenSentTo(server, ada.email, 'reset')
  expect(await reset(token, '12345')).toMatchObject({
    status: 400,
    body: { message: 'Password must be at least 6 characters' },
  })
  expect(await reset(token, 'password')).toMatchObject({ status: 422, body: { error: 'common_password' } })
  expect(await reset(token)).toMatchObject({ status: 200 })
})

it('lets one of ten simultaneous requests with the same link succeed', async () => {
  const ada = await buildUserWithPassword()
  await requestLink(ada.email)
  const token = await tokenSentTo(server, ada.email, 'reset')
  const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `a better one ${n}`)))
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(422)])
})

describe('with rate limits', () => {
  let limited: TestServer
  beforeEach(async () => {
    limited = await startTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterEach(() => limited.close())

  const requestFrom = async (url: string, ip: string, email: string) => {
    const response = await fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify({ email }),
    })
    return response.status
  }
  const emailsTo = (email: string) => subjectsTo(limited, email).length

  it('sends an owner their link, whatever strangers have requested before', async () => {
    const [ada, url] = [await buildUser(limited), await limited.listen()]
    for (let n = 0; n < 6; n += 1) await requestFrom(url, `203.0.113.${1 + (n % 2)}`, ada.email)
    await waitFor(() => emailsTo(ada.email) === 6)
    expect(await requestFrom(url, '203.0.113.9', ada.email)).toBe(200)
    await waitFor(() => emailsTo(ada.email) === 7)
  })

  it('returns 429 to more than three requests an hour for one account, known or not', async () => {
    const [ada, url] = [await buildUser(limited), await limited.listen()]
    for (const [email, ip] of [
      [ada.email, '203.0.113.1'],
      ['nobody@example.com', '203.0.113.2'],
    ] as const) {
      const statuses: number[] = []
      for (let n = 0; n < 4; n += 1) statuses.push(await requestFrom(url, ip, email))
      expect(statuses).toEqual([200, 200, 200, 429])
    }
    await waitFor(() => emailsTo(ada.email) === 3)
  })

  it('sends at most 20 at once to one account; the last three of them work', async () => {
    const [ada, url] = [await buildUser(limited), await limited.listen()]
    for (let n = 0; n < 25; n += 1) expect(await requestFrom(url, `203.0.113.${n}`, ada.email)).toBe(200)
    await waitFor(() => emailsTo(ada.email) === 20)
    // What was requested later is sent, so what was requested before has been decided on.
    for (let n = 0; n < 3; n += 1) {
      const sam = await buildUser(limited)
      await requestFrom(url, `203.0.113.${100 + n}`, sam.email)
      await waitFor(() => emailsTo(sam.email) === 1)
    }
    expect(emailsTo(ada.email)).toBe(20)
    const token = await tokenSentTo(limited, ada.email, 'reset')
    expect(await limited.call('POST', '/auth/reset-password', { token, password: 'a better one' })).toMatchObject({
      status: 200,
    })
  })
})
