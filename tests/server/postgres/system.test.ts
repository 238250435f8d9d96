import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { processes, users } from '../../../drizzle/schema.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { startTestServer } from '../../app.ts'
import { createPostgresDatabase } from '../../postgres.ts'

it('counts the connections of a process, and what waits for one', async () => {
  const database = await createPostgresDatabase()
  const server = await startTestServer({ DATABASE_URL: database.url })
  const metrics = createMetrics(server.app, { engine: { clientsCount: 0 } as never })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let holding: Promise<unknown> = Promise.resolve()
  await new Promise<void>((locked) => {
    holding = server.app.db.transaction(async (tx) => {
      await tx
        .select({ locked: sql`pg_advisory_xact_lock(1)::text` })
        .from(users)
        .limit(1)
      locked()
      await released
    })
  })
  const reads = Array.from({ length: 9 }, () =>
    server.app.db
      .select({ locked: sql`pg_advisory_lock_shared(1)::text` })
      .from(users)
      .limit(1),
  )
  const reading = Promise.all(reads)
  // A query starts a few microtasks after it is awaited.
  await new Promise(setImmediate)
  const scraping = metrics.read()
  release()
  const during = await scraping
  expect(during).toContain('kade_pool_connections{pool="reads",state="busy"} 6\n')
  expect(during).toContain('kade_pool_connections{pool="transactions",state="busy"} 1\n')
  expect(during).toContain('kade_pool_waiting{pool="reads"} 3\n')
  await Promise.all([reading, holding])
  expect(await metrics.read()).toContain('kade_pool_waiting{pool="reads"} 0\n')
  metrics.close()
  await server.close()
  await database.drop()
}, 60_000)

it('shows all processes of a database: running, silent and stopped', async () => {
  const database = await createPostgresDatabase()
  const [first, second] = [
    await startTestServer({ DATABASE_URL: database.url }),
    await startTestServer({ DATABASE_URL: database.url }),
  ]
  await first.app.system.refresh()
  await second.app.system.refresh()
  const read = async () => {
    const { processes: found, alarms } = await first.app.system.read()
    return [found.map(({ id }) => id), alarms.map(({ kind }) => kind)]
  }
  const ids = [first.app.nodeId, second.app.nodeId]
  expect(await read()).toEqual([ids, []])

  const silentSince = new Date(Date.now() - 60_000)
  await first.app.db.update(processes).set({ seenAt: silentSince }).where(eq(processes.id, second.app.nodeId))
  expect(await read()).toEqual([ids, ['process']])

  await second.app.system.close()
  expect(await read()).toEqual([[first.app.nodeId], []])
  await first.close()
  await second.close()
  await database.drop()
}, 60_000)
