import { afterAll, beforeAll, expect, it } from 'vitest'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { createOwnRedis } from '../../own-redis.ts'
import { createPostgresDatabase } from '../../postgres.ts'

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let redis: Awaited<ReturnType<typeof createOwnRedis>>
let one: TestServer
let other: TestServer
beforeAll(async () => {
  ;[database, redis] = await Promise.all([createPostgresDatabase(), createOwnRedis()])
  const start = () =>
    startTestServer({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
    })
  ;[one, other] = await Promise.all([start(), start()])
  await waitForRedis('healthy')
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await Promise.all([database.drop(), redis.remove()])
})

const waitForRedis = (state: string) =>
  waitFor(() => [one, other].every(({ app }) => app.bus.readStats()?.redis === state))
const publish = (name: string) =>
  runMutation(one.app, async (ctx) => ctx.publish('catalogue', { type: 'item.removed', data: { _id: name } }))

it.each([
  ['frozen', () => redis.freeze(), () => redis.resume()],
  ['down', () => redis.kill(), () => redis.start()],
])('delivers everything once and in order, and logs in, while Redis is %s', async (_, fail, recover) => {
  const connection = await other.connect()
  const ids = () => connection.events().map(({ data }) => data._id)
  await publish('before')
  await waitFor(() => ids().length === 1)

  await fail()
  await publish('unnoticed')
  // Redis counts as healthy for up to a second and a half: requests wait for it 150 ms at most, once.
  const user = await buildUser(one)
  expect((await one.call('GET', '/cart', undefined, { token: user.token })).status).toBe(200)
  expect((await one.call('POST', '/auth/login', { email: 'nobody@example.com', password: 'a wrong one' })).status).toBe(
    401,
  )
  await waitForRedis('unhealthy')
  expect(other.app.bus.getHead('catalogue')).toBeNull()
  await publish('without Redis')
  await waitFor(() => ids().length === 3)
  const late = await other.connect({ token: user.token })
  expect(late.received[0]!.name).toBe('welcome')
  // Its message can't arrive: the sweep of the sessions ends it.
  await one.call('POST', '/auth/logout', {}, { token: user.token })
  await waitFor(() => late.payloads('session.ended').length > 0)

  await recover()
  await waitForRedis('healthy')
  await publish('after')
  await waitFor(() => ids().length === 4)
  expect(ids()).toEqual(['before', 'unnoticed', 'without Redis', 'after'])
  const seqs = connection.events().map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((__, i) => seqs[0]! + i))
  connection.socket.disconnect()
})
