import { asc, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { categories, streamEvents, users } from '../../../drizzle/schema.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { errorCode } from '../../../server/db/errors.ts'
import { preparedInsert } from '../../../server/db/prepared.ts'
import { forUpdate, type Db, type Tx } from '../../../server/db/transactions.ts'
import { append } from '../../../server/events/append.ts'
import { unprocessable } from '../../../shared/api-error.ts'
import { createPostgresDatabase } from '../../postgres.ts'

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let db: Db
/** Of another process. */
let other: Db
beforeAll(async () => {
  database = await createPostgresDatabase()
  db = await openPostgres(database.url)
  other = await openPostgres(database.url)
}, 60_000)
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await db.close()
  await other.close()
  expect(await database.countDeadlocks()).toBe(0)
  await database.drop()
})

const insertCategory = preparedInsert('test_category', categories)
let count = 0
const buildCategory = (name = `category ${++count}`) => ({
  id: `id ${name}`,
  name,
  position: 0,
  version: 1,
  createdAt: new Date(),
})
const exists = async (name: string) => (await db.$count(categories, eq(categories.name, name))) === 1

/** Counts the statements of both processes that match. */
function countStatements(pattern: RegExp): () => number {
  let matches = 0
  const original = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query] = args as [string | { text: string }]
    if (pattern.test(typeof query === 'string' ? query : query.text)) matches += 1
    return original.apply(this, args as never)
  })
  return () => matches
}

it('commits transactions that wait together, each with its value and its callbacks in order', async () => {
  const commits = countStatements(/^commit/)
  const names = Array.from({ length: 16 }, () => `category ${++count}`)
  const calls: string[] = []
  const values = await Promise.all(
    names.map((name) =>
      db.transaction(async (tx, afterCommit) => {
        await insertCategory(tx, [buildCategory(name)])
        afterCommit(() => calls.push(name))
        return name
      }),
    ),
  )
  expect(values).toEqual(names)
  expect(calls).toEqual(names)
  expect(commits()).toBe(1)
  for (const name of names) expect(await exists(name)).toBe(true)
})

it('commits the others when one fails after it has written, and calls back once', async () => {
  const [kept, failed, last] = [`category ${++count}`, `category ${++count}`, `category ${++count}`]
  const calls: string[] = []
  const write = (name: string, error?: Error) =>
    db.transaction(async (tx, afterCommit) => {
      await insertCategory(tx, [buildCategory(name)])
      afterCommit(() => calls.push(name))
      if (error) throw error
    })
  const error = unprocessable('no', 'No')
  const results = await Promise.allSettled([write(kept), write(failed, error), write(last)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: error })
  expect(await exists(failed)).toBe(false)
  expect([await exists(kept), await exists(last)]).toEqual([true, true])
  expect(calls.toSorted()).toEqual([kept, last])
})

it('keeps the group when one is refused before it has written', async () => {
  const rollbacks = countStatements(/^rollback/)
  const error = unprocessable('no', 'No')
  const refused = db.transaction(async (tx) => {
    await tx.select().from(categories)
    throw error
  })
  const name = `category ${++count}`
  const written = db.transaction(async (tx) => insertCategory(tx, [buildCategory(name)]))
  await expect(refused).rejects.toBe(error)
  await written
  expect(await exists(name)).toBe(true)
  expect(rollbacks()).toBe(0)
})

it('rejects with the statement that failed first, of those that were not awaited', async () => {
  const row = buildCategory()
  const names = [`category ${++count}`, `category ${++count}`]
  const write = () =>
    db.transaction(async (tx) => {
      await insertCategory(tx, [row])
      await insertCategory(tx, [row])
      await insertCategory(tx, [buildCategory(names[0])])
    })
  const alone = await write().catch((error: unknown) => error)
  expect(errorCode(alone)).toBe('23505')
  const [failed] = await Promise.allSettled([
    write(),
    db.transaction(async (tx) => insertCategory(tx, [buildCategory(names[1])])),
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
  expect([await exists(row.name), await exists(names[0]!), await exists(names[1]!)]).toEqual([false, false, true])
})

it('never resolves a transaction whose commit was a rollback', async () => {
  const row = buildCategory()
  await db.transaction(async (tx) => insertCategory(tx, [row]))
  const failed = db.transaction(async (tx) => {
    // Nothing is awaited after it, so only the commit can tell.
    await insertCategory(tx, [row])
    return 'done'
  })
  await expect(failed).rejects.toMatchObject({ code: '23505' })
})

it('finishes groups of two processes that lock the same rows in opposite orders', async () => {
  const ids = ['first', 'second', 'third', 'fourth']
  const user = { passwordHash: '', firstName: '', lastName: '' }
  await db.insert(users).values(ids.map((id) => ({ id, email: `${id}@example.com`, ...user })))
  const addPoint = async (tx: Tx, id: string) => {
    await forUpdate(tx.select().from(users).where(eq(users.id, id)))
    await tx
      .update(users)
      .set({ points: sql`${users.points} + 1` })
      .where(eq(users.id, id))
  }
  const rounds = 10
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([
      ...ids.map((id) => db.transaction((tx) => addPoint(tx, id))),
      ...ids.toReversed().map((id) => other.transaction((tx) => addPoint(tx, id))),
    ])
  }
  const rows = await db.select({ points: users.points }).from(users)
  expect(rows.map(({ points }) => points)).toEqual(ids.map(() => 2 * rounds))
}, 60_000)

it('does not make others wait for a long transaction', async () => {
  const unstarted = () => {}
  let finish = unstarted
  const long = db.transaction(() => new Promise<void>((resolve) => (finish = resolve)))
  await expect.poll(() => finish).not.toBe(unstarted)
  const name = `category ${++count}`
  await db.transaction(async (tx) => insertCategory(tx, [buildCategory(name)]))
  expect(await exists(name)).toBe(true)
  finish()
  await long
})

it('numbers the events of a group without gaps, in the order of its transactions', async () => {
  const publish = (n: number) =>
    db.transaction(async (_, __, beforeCommit) => {
      const event = { type: 'category.removed', data: { _id: String(n) } } as const
      const pending = [
        { stream: 'staff', event },
        { stream: `user:${n % 3}`, event },
        { stream: 'staff', event },
      ]
      beforeCommit(append, { pending, onStored: () => undefined })
    })
  const statements = countStatements(/^insert into "streams"/)
  await Promise.all(Array.from({ length: 12 }, (_, n) => publish(n)))
  expect(statements()).toBeLessThan(5)
  const rows = await db
    .select()
    .from(streamEvents)
    .where(eq(streamEvents.stream, 'staff'))
    .orderBy(asc(streamEvents.seq))
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
  const ids = rows.map(({ data }) => Number((JSON.parse(data) as { _id: string })._id))
  expect(ids).toEqual(Array.from({ length: 12 }, (_, n) => [n, n]).flat())
})
