import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../../drizzle/schema.ts'
import { isDatabaseUnavailable } from '../../../server/db/errors.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser } from '../../build.ts'
import { createOwnPostgres } from '../../own-postgres.ts'

let postgres: Awaited<ReturnType<typeof createOwnPostgres>>
let server: TestServer
beforeAll(async () => {
  postgres = await createOwnPostgres()
  server = await startTestServer({ DATABASE_URL: postgres.url })
}, 60_000)
afterAll(async () => {
  await server.close()
  postgres.remove()
})

it('answers 503 while Postgres is away, and goes on when it is back', async () => {
  const [ada, mira] = [await buildUser(server), await buildStaff(server)]
  const order = await buildPaidOrder(server, ada)
  const customer = await server.connect({ token: ada.token })
  const verify = () => server.call('PATCH', `/admin/orders/${order._id}/verify`, undefined, { token: mira.token })
  expect((await server.call('GET', '/ready')).status).toBe(200)

  postgres.stop()
  const calls = [
    verify,
    () => server.call('GET', '/items'),
    () => server.call('GET', '/cart', undefined, { token: ada.token }),
  ]
  // The first requests get connections that are lost, later ones can't open any.
  for (let round = 0; round < 10; round += 1) {
    for (const { status, headers, body } of await Promise.all(calls.map((call) => call()))) {
      expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    }
  }
  expect((await server.call('GET', '/health')).status).toBe(200)
  const ready = await server.call('GET', '/ready')
  expect([ready.status, ready.body.message]).toEqual([503, 'The database does not answer.'])

  await postgres.start()
  expect((await server.call('GET', '/ready')).status).toBe(200)
  expect((await verify()).status).toBe(200)
  await waitFor(() => customer.eventSummaries().includes('order.changed verified'))
}, 60_000)

it('fails a transaction whose connection is lost, and keeps the process', async () => {
  const ada = await buildUser(server)
  const transaction = server.app.db.transaction(async (tx) => {
    await tx.$count(users)
    postgres.stop()
  })
  const error: unknown = await transaction.catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
  await postgres.start()
  expect((await server.call('GET', '/cart', undefined, { token: ada.token })).status).toBe(200)
}, 60_000)
