import { eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { categories, sessions, streams, users } from '../../drizzle/schema.ts'
import { type Db, given, prepared, type Tx } from '../../server/db/transactions.ts'
import { opening, openTestDatabase, reasonOf } from '../database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
}, opening)
afterAll(() => db.close())

let count = 0
const newName = () => `category ${++count}`
const has = async (from: Db | Tx, name: string) =>
  (await from.select().from(categories).where(eq(categories.name, name))).length === 1

test('what it wrote is there when it is through, and its value comes back', async () => {
  const name = newName()
  const made = await db.transaction(async (tx) => {
    const [row] = await tx.insert(categories).values({ name }).returning()
    return row!.name
  })
  expect(made).toBe(name)
  expect(await has(db, name)).toBe(true)
})

test('it sees its own writes', async () => {
  const name = newName()
  const seen = await db.transaction(async (tx) => {
    await tx.insert(categories).values({ name })
    return has(tx, name)
  })
  expect(seen).toBe(true)
})

test('what it throws is the rollback, and comes out as it is', async () => {
  const name = newName()
  const refusal = new Error('refused')
  const refused = db.transaction(async (tx) => {
    await tx.insert(categories).values({ name })
    throw refusal
  })
  await expect(refused).rejects.toBe(refusal)
  expect(await has(db, name)).toBe(false)
})

test('an error of the database is the rollback too', async () => {
  const name = newName()
  const twice = db.transaction(async (tx) => {
    await tx.insert(categories).values({ name })
    await tx.insert(categories).values({ name })
  })
  await expect(twice).rejects.toThrow()
  expect(await has(db, name)).toBe(false)
})

test('what waits for the commit runs after it, in order, and not when there is none', async () => {
  const ran: string[] = []
  const name = newName()
  await db.transaction(async (tx, afterCommit) => {
    await tx.insert(categories).values({ name })
    afterCommit(() => ran.push('first'))
    afterCommit(() => ran.push('second'))
    expect(ran).toEqual([])
  })
  expect(ran).toEqual(['first', 'second'])
  const refused = db.transaction(async (_, afterCommit) => {
    afterCommit(() => ran.push('never'))
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(ran).toEqual(['first', 'second'])
})

test.each<[string, () => unknown]>([
  ['a read', () => db.select().from(categories)],
  ['a write', () => db.insert(categories).values({ name: newName() })],
  ['an update', () => db.update(categories).set({ position: 1 })],
  ['a deletion', () => db.delete(categories)],
  ['a count', () => db.$count(categories)],
  ['a prepared query', () => named(db, { name: 'x' })],
  ['a second transaction', () => db.transaction(async () => {})],
])('%s through db inside a transaction is an error, not a deadlock', async (_, use) => {
  const before = await db.$count(categories)
  const misused = db.transaction(async () => {
    await use()
  })
  expect(await reasonOf(misused)).toContain('Use tx, not db, inside a transaction')
  expect(await db.$count(categories)).toBe(before)
})

test('a query after the end of its transaction is an error', async () => {
  let kept: Tx | undefined
  await db.transaction(async (tx) => {
    kept = tx
  })
  expect(await reasonOf(kept!.insert(categories).values({ name: newName() }))).toContain('The transaction is over')
})

const named = prepared('category_by_name', (on) =>
  on
    .select()
    .from(categories)
    .where(eq(categories.name, sql.placeholder('name'))),
)

test('a prepared query gives the rows of now, outside a transaction and inside', async () => {
  const name = newName()
  expect(await named(db, { name })).toEqual([])
  await db.transaction(async (tx) => {
    await tx.insert(categories).values({ name })
    expect(await named(tx, { name })).toMatchObject([{ name }])
  })
  expect(await named(db, { name })).toMatchObject([{ name }])
  await db.transaction(async (tx) => {
    await tx.delete(categories).where(eq(categories.name, name))
    expect(await named(tx, { name })).toEqual([])
  })
  expect(await named(db, { name })).toEqual([])
})

test('a prepared query that is not given a value is refused, not run with null', async () => {
  expect(await reasonOf(Promise.resolve().then(() => named(db, {})))).toContain('No value')
})

const openUntil = prepared('sessions_open_until', (on) =>
  on
    .select({ id: sessions.id })
    .from(sessions)
    .where(gt(sessions.expiresAt, given('now', sessions.expiresAt))),
)

test('a prepared query takes a date as its column keeps it', async () => {
  const until = new Date('2030-01-01T00:00:00.005Z')
  await db.insert(users).values({ id: 'u', email: 'u@example.com', passwordHash: '', firstName: '', lastName: '' })
  await db.insert(sessions).values({ id: 's', userId: 'u', expiresAt: until })
  expect(await openUntil(db, { now: new Date(until.getTime() - 1) })).toEqual([{ id: 's' }])
  expect(await openUntil(db, { now: until })).toEqual([])
})

const bump = prepared('bump', (on) =>
  on
    .insert(streams)
    .values({ name: sql.placeholder('name'), seq: 1 })
    .onConflictDoUpdate({ target: streams.name, set: { seq: sql`${streams.seq} + 1` } })
    .returning({ seq: streams.seq }),
)

test('a prepared write is rolled back like any other', async () => {
  expect(await bump(db, { name: 'counter' })).toEqual([{ seq: 1 }])
  const refused = db.transaction(async (tx) => {
    expect(await bump(tx, { name: 'counter' })).toEqual([{ seq: 2 }])
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(await bump(db, { name: 'counter' })).toEqual([{ seq: 2 }])
})
