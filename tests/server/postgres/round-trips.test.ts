import { Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildUser, type TestUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: TestServer
let ada: TestUser
let itemId: string
beforeAll(async () => {
  database = await createPostgresDatabase()
  server = await startTestServer({ DATABASE_URL: database.url, RATE_LIMITS: 'on' })
  await server.app.outbox.close()
  ada = await buildUser(server)
  itemId = (await buildItem(server)).id
}, 60_000)
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await server.close()
  await database.drop()
})

type Work = () => Promise<{ status: number }>

/** The least traffic of five tries: each second, the event bus reads in between. */
async function countTraffic(work: Work, prepare: () => Promise<unknown> = async () => {}) {
  const tries = []
  for (let n = 0; n < 5; n += 1) {
    await prepare()
    tries.push(await countOnce(work))
  }
  return tries.toSorted((a, b) => a.roundTrips - b.roundTrips)[0]!
}

/** Counts the statements sent to Postgres, and the times that something is sent: one for each answer that is awaited. */
async function countOnce(work: Work) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { port } = new URL(database.url)
  let writes = 0
  for (const method of ['_write', '_writev'] as const) {
    const original = Socket.prototype[method]!
    vi.spyOn(Socket.prototype, method).mockImplementation(function (this: Socket, ...args: unknown[]) {
      if (this.remotePort === Number(port)) writes += 1
      return (original as (...values: unknown[]) => void).apply(this, args)
    })
  }
  expect((await work()).status).toBe(200)
  vi.restoreAllMocks()
  return { statements: query.mock.calls.length, roundTrips: writes }
}

const addToCart = () => server.call('POST', '/cart', { item: itemId }, { token: ada.token })
const checkout = () =>
  server.call('POST', '/checkout', { paymentMethod: 'bank' }, { token: ada.token, key: `key${Math.random()}` })
const get = (path: string, token?: string) => () => server.call('GET', path, undefined, { token })

it('takes at most 7 round trips for a checkout', async () => {
  const { roundTrips, statements } = await countTraffic(checkout, addToCart)
  expect(roundTrips).toBeLessThanOrEqual(7)
  expect(statements).toBeGreaterThan(roundTrips)
})

it('reads a customer, where they stand and their cart in two round trips', async () => {
  await get('/cart', ada.token)()
  expect(await countTraffic(get('/cart', ada.token))).toEqual({ statements: 2, roundTrips: 2 })
})

it('reads one statement for the list that a visitor has cached', async () => {
  await get('/items')()
  expect(await countTraffic(get('/items'))).toEqual({ statements: 1, roundTrips: 1 })
})

it.runIf(process.env.TEST_REDIS_URL)('reads nothing for that list while Redis tells what changes', async () => {
  const withRedis = await startTestServer({ DATABASE_URL: database.url, REDIS_URL: process.env.TEST_REDIS_URL! })
  const list = () => withRedis.call('GET', '/items')
  await list()
  await vi.waitFor(() => expect(withRedis.app.bus.getHead('catalogue')).not.toBeNull(), 30_000)
  await list()
  expect(await countTraffic(list)).toEqual({ statements: 0, roundTrips: 0 })
  await withRedis.close()
})
