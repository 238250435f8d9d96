import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { activity, sessions, users } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { email: 'ada@example.com', passwordHash: await hashPassword('demo1234') })
})
afterAll(() => server.close())

const signIn = (email: string, password: string) => server.call('POST', '/auth/login', { email, password })
const cookieOf = (headers: Headers) => headers.get('set-cookie') ?? ''

it('accepts the email address in any case and issues new tokens each time', async () => {
  const [one, two] = [await signIn('ADA@example.com', 'demo1234'), await signIn('ada@example.com', 'demo1234')]
  expect([one.status, one.body.message]).toEqual([200, 'Logged in successfully'])
  expect(one.body.token).not.toBe(two.body.token)
  expect(cookieOf(one.headers)).toMatch(/^__Host-refresh=/)
})

it('returns the same response for a wrong password and an unknown email address', async () => {
  const sessionsBefore = await server.app.db.$count(sessions)
  const [wrong, unknown] = [
    await signIn('ada@example.com', 'demo12345'),
    await signIn('nobody@example.com', 'demo1234'),
  ]
  expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid email or password'])
  const { requestId: _, ...wrongBody } = wrong.body
  const { requestId: __, ...unknownBody } = unknown.body
  expect([unknown.status, unknownBody]).toEqual([401, wrongBody])
  expect(await server.app.db.$count(sessions)).toBe(sessionsBefore)
})

it('records the activity of a successful login only', async () => {
  const countActivity = () => server.app.db.$count(activity, eq(activity.userId, ada.id))
  const before = await countActivity()
  await signIn('ada@example.com', 'demo1234')
  await signIn('ada@example.com', 'not hers')
  expect(await countActivity()).toBe(before + 1)
})

it('rehashes a password that was hashed at a lower cost when its owner logs in', async () => {
  const outdatedHash = await hash('a good one', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const { id, email } = await buildUser(server, { passwordHash: outdatedHash })
  const readHash = async () => (await server.app.db.select().from(users).where(eq(users.id, id)))[0]!.passwordHash
  const statusOf = async (password: string) => (await signIn(email, password)).status
  expect([await statusOf('not hers'), await readHash()]).toEqual([401, outdatedHash])
  expect(await statusOf('a good one')).toBe(200)
  const newHash = await readHash()
  expect(newHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await statusOf('a good one'), await readHash()]).toEqual([200, newHash])
})
