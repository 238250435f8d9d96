import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildStaff, type TestUser } from '../../build.ts'

let server: TestServer
let mira: TestUser
/** More than are looked at at a time. */
const count = 20_200
const start = Date.UTC(2026, 0, 1)

beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `o${String(n).padStart(21, '0')}`,
    userId: mira.id,
    paymentStatus: 'cancelled' as const,
    orderStatus: 'failed' as const,
    // The oldest and the newest alone.
    paymentMethod: n === 0 || n === count - 1 ? ('crypto' as const) : ('bank' as const),
    subtotal: 100,
    total: 100,
    expiresAt: new Date(start),
    createdAt: new Date(start + n * 10_000),
  }))
  while (rows.length > 0) await server.app.db.insert(orders).values(rows.splice(0, 500))
}, 60_000)
afterAll(() => server.close())

const list = (query: string) =>
  server.call<Wire['order'][]>('GET', `/admin/orders?${query}`, undefined, { token: mira.token })

it('reads a part at a time with a filter that has no index, and finds each order once in the end', async () => {
  const found: string[] = []
  const pages: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await list(`paymentMethod=crypto&cursor=${cursor}`)
    found.push(...body.data.map(({ _id }) => _id))
    pages.push(body.data.length)
    cursor = body.nextCursor
  }
  expect(found).toEqual([`o${String(count - 1).padStart(21, '0')}`, `o${'0'.repeat(21)}`])
  expect(pages).toEqual([1, 1])
})

it('reads the days of a filter only', async () => {
  const { body } = await list('paymentMethod=crypto&to=2026-01-01&from=2026-01-01')
  expect(body).toMatchObject({ data: [{ paymentMethod: 'crypto' }], nextCursor: null, totalCount: 1 })
  const { body: before } = await list('paymentMethod=crypto&to=2025-12-31')
  expect(before).toMatchObject({ data: [], nextCursor: null, totalCount: 0 })
})

it('exports all of them', async () => {
  const headers = { authorization: `Bearer ${mira.token}` }
  const path = 'http://localhost/api/admin/orders/export?paymentMethod=crypto'
  const response = await server.router.request(path, { headers })
  expect((await response.text()).trim().split('\r\n')).toHaveLength(3)
})
