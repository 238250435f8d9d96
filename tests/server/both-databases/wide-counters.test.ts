import { afterAll, beforeAll, expect, it } from 'vitest'
import { streams } from '../../../drizzle/schema.ts'
import { parseStreamCursor } from '../../../shared/stream-cursor.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

/** The largest number of 32 bits. */
const limit = 2 ** 31 - 1

let server: TestServer
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  await server.app.db.insert(streams).values(['staff', 'audit'].map((name) => ({ name, seq: limit })))
  mira = await buildStaff(server)
}, openTimeoutMs)
afterAll(() => server.close())

it('numbers events and entries of the activity log beyond 32 bits, and replays them', async () => {
  const live = await server.connect({ token: mira.token })
  await buildVerifiedOrder(server, await buildUser(server), mira)
  const entries = await server.call<{ seq: number }[]>('GET', '/admin/audit', undefined, { token: mira.token })
  expect(entries.body.data.map(({ seq }) => seq)).toEqual([limit + 1])
  const { epoch, heads } = parseStreamCursor(entries.headers.get('x-stream-position'))!
  expect(heads.staff).toBeGreaterThan(limit + 2)

  const numbers = Array.from({ length: heads.staff! - limit }, (_, i) => limit + 1 + i)
  const replayed = await server.connect({ token: mira.token, epoch, since: { ...heads, staff: limit } })
  for (const connection of [live, replayed]) {
    const seqs = () => connection.events().flatMap(({ stream, seq }) => (stream === 'staff' ? [seq] : []))
    await waitFor(() => seqs().length >= numbers.length)
    expect(seqs()).toEqual(numbers)
  }
})

it('goes on after such an entry of the activity log', async () => {
  const list = (query: string) =>
    server.call<{ seq: number }[]>('GET', `/admin/audit?${query}`, undefined, { token: mira.token })
  await buildVerifiedOrder(server, await buildUser(server), mira)
  const [newest] = (await list('limit=1')).body.data
  expect(newest!.seq).toBeGreaterThan(limit)
  for (const [direction, others] of [
    ['desc', [newest!.seq - 1]],
    ['asc', [limit + 2]],
  ] as const) {
    const { nextCursor } = (await list(`limit=1&direction=${direction}`)).body as unknown as { nextCursor: string }
    const next = await list(`limit=1&direction=${direction}&cursor=${nextCursor}`)
    expect([next.status, next.body.data.map(({ seq }) => seq)]).toEqual([200, others])
  }
  const tooWide = Buffer.from(JSON.stringify([2 ** 53, 'x'])).toString('base64url')
  expect((await list(`cursor=${tooWide}`)).status).toBe(400)
})
