import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailLinks } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { subjectsTo, tokenSentTo } from './letters.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const forgot = (email: string) => store.call('POST', '/auth/forgot-password', { email })
const reset = (token: string, password = 'a better one') =>
  store.call('POST', '/auth/reset-password', { token, password })
const signIn = (email: string, password: string) => store.call('POST', '/auth/login', { email, password })
const build = async () => buildUser(store, { passwordHash: await hashPassword('the old one') })

test('the link sets a new password, ends every session and socket, and is good once', async () => {
  const ada = await build()
  const socket = await store.follow({ token: ada.token })
  const cookie = (await signIn(ada.email, 'the old one')).headers.get('set-cookie')!.split(';')[0]!
  expect((await forgot(ada.email.toUpperCase())).status).toBe(200)
  const token = await tokenSentTo(store, ada.email, 'reset')
  expect(JSON.stringify(await store.store.db.select().from(mailLinks))).not.toContain(token)

  const { status, body, headers } = await reset(token)
  expect([status, body.message]).toEqual([200, 'Your new password is set. Please log in.'])
  expect(headers.get('set-cookie')).toBeNull()
  await until(() => socket.told.some(({ name }) => name === 'session.ended'), 1000)
  expect(await store.call('GET', '/auth/me', undefined, { token: ada.token })).toMatchObject({ status: 401 })
  expect(await store.call('POST', '/auth/refresh', undefined, { cookie })).toMatchObject({ status: 401 })
  expect(await signIn(ada.email, 'the old one')).toMatchObject({ status: 401 })
  expect(await signIn(ada.email, 'a better one')).toMatchObject({ status: 200 })
  expect(subjectsTo(store, ada.email)).toEqual(['Set a new password for Kade', 'Your password at Kade was changed'])

  const again = await reset(token, 'yet another one')
  expect([again.status, again.body.error, again.body.message]).toEqual([
    422,
    'link_over',
    'This link was used before or is too old. Please have a new one sent.',
  ])
  expect(await signIn(ada.email, 'a better one')).toMatchObject({ status: 200 })
})

test('the answer is the same for an address that nobody has, and nothing is sent there', async () => {
  const ada = await build()
  const [known, unknown] = [await forgot(ada.email), await forgot('nobody@example.com')]
  const { requestId: _, ...told } = known.body
  const { requestId: __, ...toldOther } = unknown.body
  expect([unknown.status, toldOther]).toEqual([known.status, told])
  await tokenSentTo(store, ada.email, 'reset')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(subjectsTo(store, 'nobody@example.com')).toEqual([])
})

test('a newer link voids the older, as does a password changed meanwhile', async () => {
  const ada = await build()
  await forgot(ada.email)
  const first = await tokenSentTo(store, ada.email, 'reset')
  await forgot(ada.email)
  await until(() => subjectsTo(store, ada.email).length === 2)
  const second = await tokenSentTo(store, ada.email, 'reset')
  expect(await reset(first)).toMatchObject({ status: 422 })
  const passwords = { oldPassword: 'the old one', newPassword: 'my own new one' }
  expect(await store.call('POST', '/auth/change-password', passwords, { token: ada.token })).toMatchObject({
    status: 200,
  })
  expect(await reset(second)).toMatchObject({ status: 422 })
})

test('a link is over after 30 minutes', async () => {
  const ada = await build()
  await forgot(ada.email)
  const token = await tokenSentTo(store, ada.email, 'reset')
  const [link] = await store.store.db.select().from(mailLinks).where(eq(mailLinks.userId, ada.id))
  expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBeCloseTo(30 * 60_000, -4)
  await store.store.db.update(mailLinks).set({ expiresAt: new Date(Date.now() - 1) })
  expect(await reset(token)).toMatchObject({ status: 422 })
})

test('a password that is too short or too common is refused, and the link stays good', async () => {
  const ada = await build()
  await forgot(ada.email)
  const token = await tokenSentTo(store, ada.email, 'reset')
  expect(await reset(token, '12345')).toMatchObject({
    status: 400,
    body: { message: 'Password must be at least 6 characters' },
  })
  expect(await reset(token, 'password')).toMatchObject({ status: 422, body: { error: 'common_password' } })
  expect(await reset(token)).toMatchObject({ status: 200 })
})

test('of ten at once with one link, one sets the password', async () => {
  const ada = await build()
  await forgot(ada.email)
  const token = await tokenSentTo(store, ada.email, 'reset')
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `a better one ${n}`)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array<number>(9).fill(422),
  ])
})

test('asked for in haste: three an hour from an address, and three letters an hour to one', async () => {
  const hasty = await openTestStore({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  const ada = await buildUser(hasty)
  const url = await hasty.listen()
  const ask = (from: string) =>
    fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email: ada.email }),
    })
  const answers = []
  for (let n = 0; n < 4; n += 1) answers.push((await ask('203.0.113.1')).status)
  expect(answers).toEqual([200, 200, 200, 429])
  for (let n = 0; n < 4; n += 1) expect((await ask(`203.0.113.${n + 2}`)).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(subjectsTo(hasty, ada.email)).toHaveLength(3)
  await hasty.close()
})
