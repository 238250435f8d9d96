import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildItem, buildStaff, buildUser } from '../../build.ts'
import { createOwnPgBouncer } from '../../own-pgbouncer.ts'
import { createPostgresDatabase } from '../../postgres.ts'

/** Far fewer than the connections of two processes. */
const poolSize = 3

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let pooler: Awaited<ReturnType<typeof createOwnPgBouncer>>
let one: TestServer
let other: TestServer
beforeAll(async () => {
  database = await createPostgresDatabase()
  pooler = await createOwnPgBouncer(database.url, poolSize)
  const start = () => startTestServer({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url })
  // Both migrate: the lock is at the direct address.
  ;[one, other] = await Promise.all([start(), start()])
}, 60_000)
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await pooler.remove()
  await database.drop()
})

it('serves two processes whose transactions share a few connections', async () => {
  const item = await buildItem(one)
  const mira = await buildStaff(one)
  const customers = await Promise.all(Array.from({ length: 20 }, () => buildUser(one)))
  const staff = await other.connect({ token: mira.token })

  const buy = async ({ token }: { token: string }, n: number) => {
    const server = n % 2 ? one : other
    const added = await server.call('POST', '/cart', { item: item.id, count: 1 }, { token })
    const { status, body } = await server.call<{ _id: string }>(
      'POST',
      '/checkout',
      { paymentMethod: 'bank' },
      { token },
    )
    const paid = await server.call(
      'PATCH',
      `/checkout/${body.data._id}/mark-paid`,
      { paymentMethod: 'bank' },
      { token },
    )
    const verified = await one.call('PATCH', `/admin/orders/${body.data._id}/verify`, undefined, { token: mira.token })
    return [added.status, status, paid.status, verified.status]
  }
  expect(await Promise.all(customers.map(buy))).toEqual(customers.map(() => [200, 200, 200, 200]))

  await waitFor(() => staff.eventSummaries().filter((summary) => summary === 'order.changed verified').length === 20)
  const seqs = staff.events().flatMap(({ stream, seq }) => (stream === 'staff' ? [seq] : []))
  expect(seqs).toEqual(seqs.map((_, i) => seqs[0]! + i))
  staff.socket.disconnect()
  expect(await countConnections()).toBeLessThanOrEqual(poolSize)
  // A mistake of a transaction reaches nobody else.
  expect((await other.call('POST', '/cart', { item: 'none', count: 1 }, { token: customers[0]!.token })).status).toBe(
    404,
  )
  expect((await other.call('GET', '/cart', undefined, { token: customers[0]!.token })).status).toBe(200)
}, 60_000)

/** Of all processes, besides this one. */
async function countConnections(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    'select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return Number(rows[0].count)
}
