import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { categories } from '../../../drizzle/schema.ts'
import { prepared } from '../../../server/db/prepared.ts'
import type { Db, Tx } from '../../../server/db/transactions.ts'
import { errorMessageOf, openTestDatabase, openTimeoutMs } from '../../database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
}, openTimeoutMs)
afterAll(() => db.close())

let count = 0
const newName = () => `category ${++count}`
const exists = async (on: Db | Tx, name: string) =>
  (await on.select().from(categories).where(eq(categories.name, name))).length === 1

const selectByName = prepared('category_by_name', (on) =>
  on
    .select()
    .from(categories)
    .where(eq(categories.name, sql.placeholder('name'))),
)

it('commits what was written and returns the value', async () => {
  const name = newName()
  const returned = await db.transaction(async (tx) => {
    const [row] = await tx.insert(categories).values({ name }).returning()
    return row!.name
  })
  expect(returned).toBe(name)
  expect(await exists(db, name)).toBe(true)
})

it('reads its own writes', async () => {
  const name = newName()
  const isVisible = await db.transaction(async (tx) => {
    await tx.insert(categories).values({ name })
    return exists(tx, name)
  })
  expect(isVisible).toBe(true)
})

it('rolls back on an error and rejects with that error', async () => {
  const name = newName()
  const error = new Error('rejected')
  const failed = db.transaction(async (tx) => {
    await tx.insert(categories).values({ name })
    throw error
  })
  await expect(failed).rejects.toBe(error)
  expect(await exists(db, name)).toBe(false)
})

it('rolls back on a constraint violation', async () => {
  const name = newName()
  const failed = db.transaction(async (tx) => {
    await tx.insert(categories).values({ name })
    await tx.insert(categories).values({ name })
  })
  await expect(failed).rejects.toThrow()
  expect(await exists(db, name)).toBe(false)
})

it('runs afterCommit callbacks in order after the commit, and never after a rollback', async () => {
  const calls: string[] = []
  const name = newName()
  await db.transaction(async (tx, afterCommit) => {
    await tx.insert(categories).values({ name })
    afterCommit(() => calls.push('first'))
    afterCommit(() => calls.push('second'))
    expect(calls).toEqual([])
  })
  expect(calls).toEqual(['first', 'second'])
  const failed = db.transaction(async (_, afterCommit) => {
    afterCommit(() => calls.push('never'))
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(calls).toEqual(['first', 'second'])
})

it.each<[string, () => unknown]>([
  ['a read', () => db.select().from(categories)],
  ['an insert', () => db.insert(categories).values({ name: newName() })],
  ['an update', () => db.update(categories).set({ position: 1 })],
  ['a delete', () => db.delete(categories)],
  ['a count', () => db.$count(categories)],
  ['a prepared query', () => selectByName(db, { name: 'x' })],
  ['a second transaction', () => db.transaction(async () => {})],
])('%s through db inside a transaction is an error, not a deadlock', async (_, run) => {
  const countBefore = await db.$count(categories)
  const failed = db.transaction(async () => {
    await run()
  })
  expect(await errorMessageOf(failed)).toContain('Use tx, not db, inside a transaction')
  expect(await db.$count(categories)).toBe(countBefore)
})

it('a query after the end of its transaction is an error', async () => {
  let ended: Tx | undefined
  await db.transaction(async (tx) => {
    ended = tx
  })
  const query = ended!.insert(categories).values({ name: newName() })
  expect(await errorMessageOf(query)).toContain('The transaction is over')
})
