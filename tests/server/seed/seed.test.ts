import { getTableName, is, Table } from 'drizzle-orm'
import { expect, it } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { buildCatalogue } from '../../../server/seed/catalogue.ts'
import { seedWhenEmpty } from '../../../server/seed/seed.ts'
import type { Db } from '../../../server/db/transactions.ts'
import { productionSettings, startTestServer } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { openTestDatabase } from '../../database.ts'
import { thorough } from '../../thorough.ts'

const timeoutMs = 120_000
/** Salted hashes, encrypted deliveries, payment references and the audit chain's hashes (which cover random ids) differ each time. */
const varyingColumns = ['passwordHash', 'deliveryNote', 'paymentReference', 'hash', 'previousHash', 'epoch']
/** Pictures carry the real time, because their age decides when an unused one is deleted. */
const varies = (table: string, column: string) =>
  varyingColumns.includes(column) ||
  // What is written with a transfer contains a reference.
  (table === 'payments' && (column === 'text' || column === 'searchText')) ||
  (table === 'pictures' && column === 'createdAt')

/** Every table's rows, with ids and order numbers, which are random, replaced by placeholders. */
async function readContent(db: Db) {
  const tables = Object.values(schema).filter((one) => is(one, Table)) as (typeof schema.users)[]
  const content: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = (await db.select().from(table)) as Record<string, unknown>[]
    const name = getTableName(table)
    content[name] = rows
      .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !varies(name, column))))
      .map((text) => text.replace(/\b[0-9a-z]{22}\b/g, '<id>').replace(/#[0-9A-Z]{6}\b/gi, '#<number>'))
      .toSorted()
  }
  return content
}

it('builds the same catalogue, to the byte, every time', () => {
  expect(JSON.stringify(buildCatalogue())).toBe(JSON.stringify(buildCatalogue()))
})

it(
  'seeds the same content at the same moment (thorough), and leaves a seeded database alone',
  async () => {
    const server = await startTestServer()
    const moment = Date.UTC(2026, 0, 15, 12)
    const one = await openTestDatabase()
    await seedWhenEmpty(one, server.env, moment)
    const first = await readContent(one)
    expect(first.items!.length).toBeGreaterThanOrEqual(200)
    // Nobody is emailed about what the seed has made up.
    expect(first.outbox).toEqual([])
    if (thorough) {
      const other = await openTestDatabase()
      await seedWhenEmpty(other, server.env, moment)
      expect(await readContent(other)).toEqual(first)
      await other.close()
    }

    const readAt = new Map((await one.select().from(schema.users)).map((user) => [user.id, user.notificationsReadAt]))
    const unread = (await one.select().from(schema.notifications)).filter(
      ({ read, userId, createdAt }) => !read && createdAt > (readAt.get(userId) ?? new Date(0)),
    )
    expect(unread.length).toBeGreaterThan(0)
    expect(unread.every((row) => moment - row.createdAt.getTime() <= 24 * 3_600_000)).toBe(true)

    for (const [table, rows] of Object.entries(first)) {
      const times = rows.flatMap((row) => row.match(/"(createdAt|updatedAt|at)","[^"]+/g) ?? [])
      expect({ [table]: times.filter((time) => Date.parse(time.split('"').at(-1)!) > moment) }).toEqual({ [table]: [] })
    }

    await seedWhenEmpty(one, server.env)
    expect(await readContent(one)).toEqual(first)
    await one.close()
    await server.close()
  },
  timeoutMs,
)

it(
  'leaves a database with users alone',
  async () => {
    const empty = await startTestServer()
    await buildUser(empty)
    await empty.stop()
    const again = await startTestServer({ SEED: 'demo' }, empty.folder)
    expect(await again.app.db.$count(schema.items)).toBe(0)
    expect(await again.app.db.$count(schema.users)).toBe(1)
    await again.close()
  },
  timeoutMs,
)

it(
  'seeds nothing in production',
  async () => {
    const server = await startTestServer({ ...productionSettings, SEED: '' })
    const filled = Object.entries(await readContent(server.app.db)).filter(([, rows]) => rows.length > 0)
    expect(filled.map(([table]) => table)).toEqual(['storefront', 'epochs'])
    expect(await server.call('GET', '/items')).toMatchObject({ status: 200, body: { data: [], totalCount: 0 } })
    expect(await server.call('GET', '/config')).toMatchObject({ body: { demo: false } })
    await server.close()
  },
  timeoutMs,
)
