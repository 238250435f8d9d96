import { count, eq, gt, lt, max, min } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accessTokens,
  idempotencyKeys,
  mailLinks,
  refreshTokens,
  sessions,
  spentCaptchas,
  streamEvents,
  streams,
} from '../../../drizzle/schema.ts'
import { deleteBatchSize } from '../../../server/db/delete-in-batches.ts'
import type { Db } from '../../../server/db/transactions.ts'
import { pruneEvents } from '../../../server/events/prune.ts'
import { pruneExpiredRows } from '../../../server/jobs/prune-expired-rows.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, openTimeoutMs)
afterAll(() => server.close())

const hour = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour)
const expired = deleteBatchSize * 2 + 1

/** Inserts rows a few at a time: a statement takes a limited number of parameters. */
async function insertRows<T>(rows: T[], insert: (some: T[]) => PromiseLike<unknown>) {
  for (let i = 0; i < rows.length; i += 1000) await insert(rows.slice(i, i + 1000))
}

describe('expired rows', () => {
  it('are deleted in every table, in batches; others stay', async () => {
    const { db } = server.app
    const { id: userId, token } = await buildUser(server)
    const [own] = await db.select().from(sessions).where(eq(sessions.userId, userId))
    const rows = Array.from({ length: expired + 3 }, (_, i) => ({
      name: `row ${i}`,
      at: hoursAgo(i < expired ? 1 : -1),
    }))
    await insertRows(rows, (some) =>
      db.insert(sessions).values(some.map(({ name, at }) => ({ id: name, userId, expiresAt: at }))),
    )
    await insertRows(rows, (some) =>
      db.insert(accessTokens).values(some.map(({ name, at }) => ({ hash: name, sessionId: own!.id, expiresAt: at }))),
    )
    await insertRows(rows, (some) =>
      db.insert(refreshTokens).values(some.map(({ name, at }) => ({ hash: name, sessionId: own!.id, expiresAt: at }))),
    )
    await insertRows(rows, (some) =>
      db
        .insert(mailLinks)
        .values(some.map(({ name, at }) => ({ hash: name, userId, purpose: 'reset' as const, expiresAt: at }))),
    )
    await insertRows(rows, (some) =>
      db.insert(spentCaptchas).values(some.map(({ name, at }) => ({ signature: name, expiresAt: at }))),
    )
    await insertRows(rows, (some) =>
      db.insert(idempotencyKeys).values(
        some.map(({ name, at }) => ({
          userId,
          route: 'checkout',
          key: name,
          bodyHash: '',
          answer: '',
          position: '',
          createdAt: new Date(at.getTime() - 24 * hour),
        })),
      ),
    )
    await pruneExpiredRows(server.app)
    const now = new Date()
    const left = {
      sessions: await db.$count(sessions, lt(sessions.expiresAt, now)),
      accessTokens: await db.$count(accessTokens, lt(accessTokens.expiresAt, now)),
      refreshTokens: await db.$count(refreshTokens, lt(refreshTokens.expiresAt, now)),
      mailLinks: await db.$count(mailLinks, lt(mailLinks.expiresAt, now)),
      spentCaptchas: await db.$count(spentCaptchas, lt(spentCaptchas.expiresAt, now)),
      idempotencyKeys: await db.$count(idempotencyKeys, lt(idempotencyKeys.createdAt, hoursAgo(24))),
    }
    expect(left).toEqual(Object.fromEntries(Object.keys(left).map((table) => [table, 0])))
    expect(await db.$count(spentCaptchas)).toBe(3)
    expect(await db.$count(mailLinks)).toBe(3)
    expect(await db.$count(idempotencyKeys)).toBe(3)
    expect(await db.$count(sessions, gt(sessions.expiresAt, now))).toBe(4)
    expect((await server.call('GET', '/cart', undefined, { token })).status).toBe(200)
  })
})

describe('events older than a time', () => {
  const names = ['staff', 'user:one', 'user:two']
  const oldEvents = 3 * deleteBatchSize
  beforeEach(async () => {
    const { db } = server.app
    await db.delete(streamEvents)
    await db.delete(streams)
    await db.insert(streams).values(names.map((name) => ({ name, seq: oldEvents + 5 })))
    for (const [i, stream] of names.entries()) {
      const rows = Array.from({ length: oldEvents + 5 }, (_, seq) => ({
        stream,
        seq: seq + 1,
        type: 'item.removed',
        data: '{"_id":"x"}',
        // The streams' events are interleaved in time, as in a busy store.
        at: seq < oldEvents ? new Date(hoursAgo(80).getTime() + seq * 3 + i) : new Date(),
      }))
      await insertRows(rows, (some) => db.insert(streamEvents).values(some))
    }
  })

  /** Streams whose rows from `oldest` on aren't complete. */
  async function findHoles() {
    const { db } = server.app
    // Before `oldest`, which only rises.
    const rows = await db
      .select({
        stream: streamEvents.stream,
        count: count(),
        first: min(streamEvents.seq),
        last: max(streamEvents.seq),
      })
      .from(streamEvents)
      .groupBy(streamEvents.stream)
    const heads = await db.select().from(streams)
    return heads.filter(({ name, seq, oldest }) => {
      const row = rows.find(({ stream }) => stream === name)!
      return row.first! > oldest || row.last !== seq || row.count !== row.last - row.first! + 1
    })
  }

  it('are deleted; `oldest` is the first of those that are left', async () => {
    expect(await pruneEvents(server.app.db, hoursAgo(72))).toBe(3 * oldEvents)
    expect(await server.app.db.$count(streamEvents)).toBe(15)
    for (const { oldest } of await server.app.db.select().from(streams)) expect(oldest).toBe(oldEvents + 1)
    expect(await findHoles()).toEqual([])
    expect(await pruneEvents(server.app.db, hoursAgo(72))).toBe(0)
  })

  it('are deleted in batches, and a stream never has a hole between two of them', async () => {
    const { db } = server.app
    const counts: number[] = []
    const watched: Db = Object.assign(Object.create(db), {
      async transaction(...args: Parameters<Db['transaction']>) {
        const result = await db.transaction(...args)
        counts.push(await db.$count(streamEvents))
        expect(await findHoles()).toEqual([])
        return result
      },
    })
    const done = new AbortController()
    const pruning = pruneEvents(watched, hoursAgo(72)).finally(() => done.abort())
    while (!done.signal.aborted) {
      await new Promise(setImmediate)
      expect(await findHoles()).toEqual([])
    }
    expect(await pruning).toBe(3 * oldEvents)
    // The last one finds nothing.
    const batches = (3 * oldEvents) / deleteBatchSize
    expect(counts).toEqual(
      Array.from({ length: batches + 1 }, (_, i) => 15 + Math.max(0, batches - 1 - i) * deleteBatchSize),
    )
  })

  it('leave newer ones of the same stream, also when its clock was set back', async () => {
    const { db } = server.app
    // The first two are newer than those that follow.
    await db.update(streamEvents).set({ at: new Date() }).where(lt(streamEvents.seq, 3))
    await pruneEvents(db, hoursAgo(72))
    for (const { oldest } of await db.select().from(streams)) expect(oldest).toBe(oldEvents + 1)
    const [staff] = await db
      .select({ last: max(streamEvents.seq), count: count() })
      .from(streamEvents)
      .where(eq(streamEvents.stream, 'staff'))
    expect(staff).toEqual({ last: oldEvents + 5, count: 7 })
  })
})
