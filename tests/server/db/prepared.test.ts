import { eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { categories, items, sessions, streams, users } from '../../../drizzle/schema.ts'
import { prepared, preparedInsert, typedPlaceholder } from '../../../server/db/prepared.ts'
import type { Db, Queries } from '../../../server/db/transactions.ts'
import { errorMessageOf, openTestDatabase, openTimeoutMs } from '../../database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
  await db.insert(users).values({ id: 'u', email: 'u@example.com', passwordHash: '', firstName: '', lastName: '' })
}, openTimeoutMs)
afterAll(() => db.close())

const selectByName = prepared('category_by_name', (on) =>
  on
    .select()
    .from(categories)
    .where(eq(categories.name, sql.placeholder('name'))),
)

it('returns current rows, outside and inside a transaction', async () => {
  const name = 'prepared'
  expect(await selectByName(db, { name })).toEqual([])
  await db.transaction(async (tx) => {
    await tx.insert(categories).values({ name })
    expect(await selectByName(tx, { name })).toMatchObject([{ name }])
  })
  expect(await selectByName(db, { name })).toMatchObject([{ name }])
  await db.transaction(async (tx) => {
    await tx.delete(categories).where(eq(categories.name, name))
    expect(await selectByName(tx, { name })).toEqual([])
  })
  expect(await selectByName(db, { name })).toEqual([])
})

it('fails without a value for a placeholder, instead of binding null', async () => {
  expect(await errorMessageOf(Promise.resolve().then(() => selectByName(db, {})))).toContain('No value')
})

const selectOpenSessions = prepared('sessions_open_until', (on) =>
  on
    .select({ id: sessions.id })
    .from(sessions)
    .where(gt(sessions.expiresAt, typedPlaceholder('now', sessions.expiresAt))),
)

it('encodes a date as its column stores it', async () => {
  const expiresAt = new Date('2030-01-01T00:00:00.005Z')
  await db.insert(sessions).values({ id: 's', userId: 'u', expiresAt })
  expect(await selectOpenSessions(db, { now: new Date(expiresAt.getTime() - 1) })).toEqual([{ id: 's' }])
  expect(await selectOpenSessions(db, { now: expiresAt })).toEqual([])
})

const increment = prepared('increment', (on) =>
  on
    .insert(streams)
    .values({ name: sql.placeholder('name'), seq: 1 })
    .onConflictDoUpdate({ target: streams.name, set: { seq: sql`${streams.seq} + 1` } })
    .returning({ seq: streams.seq }),
)

it('rolls back a prepared write with its transaction', async () => {
  expect(await increment(db, { name: 'counter' })).toEqual([{ seq: 1 }])
  const failed = db.transaction(async (tx) => {
    expect(await increment(tx, { name: 'counter' })).toEqual([{ seq: 2 }])
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await increment(db, { name: 'counter' })).toEqual([{ seq: 2 }])
})

describe('columns of every kind, a join without a match, and both kinds of placeholder', () => {
  const build = (on: Queries) =>
    on
      .select({ item: getTableColumns(items), category: { name: categories.name } })
      .from(items)
      .leftJoin(categories, eq(categories.id, sql`'none'`))
      .where(
        sql`${items.id} = ${sql.placeholder('id')} and ${gt(items.createdAt, typedPlaceholder('after', items.createdAt))}`,
      )
  const selectItem = prepared('item_of_every_kind', build)
  const values = { id: 'i', after: new Date(0) }

  it('give the same rows as the asynchronous query builder, outside and inside a transaction', async () => {
    await db.insert(categories).values({ id: 'c', name: 'Every kind' })
    const links = { logoLink: '/l', bannerLink: '/b' }
    const search = { sortName: 'item', searchText: 'item' }
    const item = { id: 'i', name: 'Item', months: 1, price: 1299, features: ['One'], categoryId: 'c' }
    await db.insert(items).values({ ...item, ...links, ...search })

    // Typed as SQLite's, which takes no name.
    const { prepare } = build(db) as unknown as { prepare(name: string): { execute(values: object): Promise<unknown> } }
    const rows = await prepare.call(build(db), 'asynchronous').execute(values)
    expect(rows).toMatchObject([
      { item: { price: 1299, features: ['One'], createdAt: expect.any(Date) }, category: null },
    ])
    expect(await selectItem(db, values)).toEqual(rows)
    expect(await db.transaction(async (tx) => selectItem(tx, values))).toEqual(rows)
  })
})

// The in-memory Postgres has a single connection.
it.runIf(dialect === 'sqlite')('reads only committed rows while a transaction runs', async () => {
  let read = () => {}
  // Started outside of the transaction, so the guard lets it use `db`.
  const readRows = new Promise<void>((resolve) => (read = resolve)).then(() =>
    selectByName(db, { name: 'uncommitted' }),
  )
  const during = await db.transaction(async (tx) => {
    await tx.insert(categories).values({ name: 'uncommitted' })
    read()
    return readRows
  })
  expect(during).toEqual([])
  expect(await selectByName(db, { name: 'uncommitted' })).toHaveLength(1)
})

it.runIf(dialect === 'sqlite')('queues a write outside of a transaction behind the running one', async () => {
  const order: string[] = []
  const slow = db.transaction(async (tx) => {
    await increment(tx, { name: 'queued' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    order.push('transaction')
  })
  const write = Promise.resolve(increment(db, { name: 'queued' })).then((rows) => order.push(`write ${rows[0]!.seq}`))
  await Promise.all([slow, write])
  expect(order).toEqual(['transaction', 'write 2'])
})

it('inserts complete rows with encoded values', async () => {
  const createdAt = new Date(1_700_000_000_000)
  const names = ['one', 'two', 'three']
  const rows = names.map((name) => ({ id: name, name, position: 0, version: 1, createdAt }))
  await db.transaction((tx) => preparedInsert('insert_categories', categories)(tx, rows))
  expect(await selectByName(db, { name: 'two' })).toEqual([rows[1]])
})
