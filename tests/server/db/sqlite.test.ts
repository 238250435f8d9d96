import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { categories } from '../../drizzle/schema.ts'
import { isOutOfOrder } from '../../server/db/errors.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import type { Db } from '../../server/db/transactions.ts'
import { Refusal } from '../../shared/refusal.ts'
import { onWriter } from '../database.ts'

let folder: string
let file: string
let db: Db
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kade-db-'))
  file = join(folder, 'store.db')
  db = openSqlite(file)
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (name: string) => db.transaction((tx) => tx.insert(categories).values({ name }).returning())
const names = async () =>
  (await db.select().from(categories).orderBy(asc(categories.createdAt))).map(({ name }) => name)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a commit is on the disk before it is told, when the file is new and when it is opened again', async () => {
  for (const opening of ['new', 'again', 'once more']) {
    expect(await onWriter(db, sql`select synchronous from pragma_synchronous`), opening).toEqual([2])
    expect(await onWriter(db, sql`select journal_mode from pragma_journal_mode`), opening).toEqual(['wal'])
    expect(await onWriter(db, sql`select foreign_keys from pragma_foreign_keys`), opening).toEqual([1])
    await add(opening)
    await db.close()
    db = openSqlite(file)
  }
  expect(await names()).toEqual(['new', 'again', 'once more'])
})

test('a reader sees what is committed and waits for nobody', async () => {
  await add('before')
  let look = () => {}
  // Begun out here, so that it is no part of the transaction.
  const seen = new Promise<void>((now) => (look = now)).then(names)
  const during = await db.transaction(async (tx) => {
    await tx.insert(categories).values({ name: 'during' })
    look()
    return seen
  })
  expect(during).toEqual(['before'])
  expect(await names()).toEqual(['before', 'during'])
})

test('those who wait together are told only after the commit that they share', async () => {
  const other = new Database(file, { readonly: true })
  const told: number[] = []
  const count = () => other.prepare('select count(*) from categories').pluck().get() as number
  await Promise.all(Array.from({ length: 10 }, (_, n) => add(`n${n}`).then(() => told.push(count()))))
  other.close()
  expect(told).toEqual(Array(10).fill(10))
})

describe('while another process holds the file', () => {
  let other: Database.Database
  beforeEach(() => {
    other = new Database(file)
    other.exec('begin immediate')
  })
  afterEach(() => other.close())

  test('a write waits without holding up anything else, and succeeds once it is let', async () => {
    const written = add('patient')
    const begun = performance.now()
    expect(await names()).toEqual([])
    await wait(100)
    expect(performance.now() - begun).toBeLessThan(1000)
    other.exec('rollback')
    await written
    expect(await names()).toEqual(['patient'])
  })

  test('a write that waited for long is refused with a 503, and the next one is not', async () => {
    const begun = performance.now()
    const [one, two] = await Promise.allSettled([add('a'), add('b')])
    expect(performance.now() - begun).toBeLessThan(4000)
    for (const outcome of [one, two]) {
      expect(outcome).toMatchObject({ status: 'rejected' })
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(Refusal)
      expect((outcome as PromiseRejectedResult).reason).toMatchObject({ status: 503, code: 'busy' })
    }
    other.exec('rollback')
    await add('c')
    expect(await names()).toEqual(['c'])
  })
})

test('on a full disk what was acknowledged is there, what was refused is not, and it heals', async () => {
  await add('before')
  const [pages] = await onWriter(db, sql`select page_count from pragma_page_count`)
  await onWriter(db, sql.raw(`pragma max_page_count = ${Number(pages) + 2}`))
  const wanted = ['small', `big ${'x'.repeat(20_000)}`, `huge ${'x'.repeat(200_000)}`, 'late']
  const group = await Promise.allSettled(wanted.map(add))
  const acknowledged = wanted.filter((_, i) => group[i]!.status === 'fulfilled')
  const refused = group.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(2)
  for (const { reason } of refused) expect(isOutOfOrder(reason)).toBe(true)
  expect((await names()).toSorted()).toEqual(['before', ...acknowledged].toSorted())
  await db.close()
  db = openSqlite(file)
  await add('after')
  expect((await names()).toSorted()).toEqual(['before', 'after', ...acknowledged].toSorted())
})

test('a database of a newer version is refused with a sentence', async () => {
  await db.close()
  const newer = new Database(file)
  newer.exec(`insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)`)
  newer.close()
  expect(() => openSqlite(file)).toThrow('made by a newer version of the store')
  const older = new Database(file)
  older.exec('delete from __drizzle_migrations where created_at = 99999999999999')
  older.close()
  db = openSqlite(file)
  expect(await names()).toEqual([])
})

test('a file that is no database is refused', async () => {
  await db.close()
  writeFileSync(file, 'these are not the pages you are looking for '.repeat(100))
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  expect(() => openSqlite(file)).toThrow(/not a database/)
  rmSync(file)
  db = openSqlite(file)
})

test('a row is found by what was bound, whatever it looks like', async () => {
  const name = `'); drop table categories; --`
  await add(name)
  expect(await db.select().from(categories).where(eq(categories.name, name))).toHaveLength(1)
})
