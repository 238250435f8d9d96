import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { categories } from '../../../drizzle/schema.ts'
import { isDatabaseUnavailable } from '../../../server/db/errors.ts'
import { openSqlite } from '../../../server/db/sqlite.ts'
import type { Db } from '../../../server/db/transactions.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { onWriter } from '../../database.ts'

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

const insert = (name: string) => db.transaction((tx) => tx.insert(categories).values({ name }).returning())
const names = async () =>
  (await db.select().from(categories).orderBy(asc(categories.createdAt))).map(({ name }) => name)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('syncs every commit to the disk, for new and for reopened files', async () => {
  for (const name of ['created', 'reopened', 'reopened again']) {
    expect(await onWriter(db, sql`select synchronous from pragma_synchronous`), name).toEqual([2])
    expect(await onWriter(db, sql`select journal_mode from pragma_journal_mode`), name).toEqual(['wal'])
    expect(await onWriter(db, sql`select foreign_keys from pragma_foreign_keys`), name).toEqual([1])
    await insert(name)
    await db.close()
    db = openSqlite(file)
  }
  expect(await names()).toEqual(['created', 'reopened', 'reopened again'])
})

it('reads committed rows during a transaction, without waiting for it', async () => {
  await insert('before')
  let read = () => {}
  // Started outside of the transaction, so the guard lets it use `db`.
  const namesDuring = new Promise<void>((resolve) => (read = resolve)).then(names)
  const during = await db.transaction(async (tx) => {
    await tx.insert(categories).values({ name: 'during' })
    read()
    return namesDuring
  })
  expect(during).toEqual(['before'])
  expect(await names()).toEqual(['before', 'during'])
})

it('settles the transactions of a group only after their common commit', async () => {
  const other = new Database(file, { readonly: true })
  const counts: number[] = []
  const count = () => other.prepare('select count(*) from categories').pluck().get() as number
  await Promise.all(Array.from({ length: 10 }, (_, n) => insert(`n${n}`).then(() => counts.push(count()))))
  other.close()
  expect(counts).toEqual(Array(10).fill(10))
})

describe('while another process holds the lock', () => {
  let other: Database.Database
  beforeEach(() => {
    other = new Database(file)
    other.exec('begin immediate')
  })
  afterEach(() => other.close())

  it('a write waits without blocking reads, and succeeds once the lock is released', async () => {
    const written = insert('delayed')
    expect(await names()).toEqual([])
    await wait(100)
    expect(await names()).toEqual([])
    other.exec('rollback')
    await written
    expect(await names()).toEqual(['delayed'])
  })

  it('a write fails with 503 after the timeout, and the next one succeeds', async () => {
    const outcomes = await Promise.allSettled([insert('a'), insert('b')])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected' })
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(ApiError)
      expect((outcome as PromiseRejectedResult).reason).toMatchObject({ status: 503, code: 'busy' })
    }
    other.exec('rollback')
    await insert('c')
    expect(await names()).toEqual(['c'])
  })
})

it('on a full disk, keeps what it acknowledged and nothing else, and recovers', async () => {
  await insert('before')
  const [pages] = await onWriter(db, sql`select page_count from pragma_page_count`)
  await onWriter(db, sql.raw(`pragma max_page_count = ${Number(pages) + 2}`))
  // More than the free pages that migrations leave behind.
  const attempted = ['small', `big ${'x'.repeat(1_000_000)}`, `huge ${'x'.repeat(4_000_000)}`, 'late']
  const outcomes = await Promise.allSettled(attempted.map(insert))
  const acknowledged = attempted.filter((_, i) => outcomes[i]!.status === 'fulfilled')
  const failed = outcomes.filter((one) => one.status === 'rejected')
  expect(failed.length).toBeGreaterThanOrEqual(2)
  for (const { reason } of failed) expect(isDatabaseUnavailable(reason)).toBe(true)
  expect((await names()).toSorted()).toEqual(['before', ...acknowledged].toSorted())
  await db.close()
  db = openSqlite(file)
  await insert('after')
  expect((await names()).toSorted()).toEqual(['before', 'after', ...acknowledged].toSorted())
})

it('does not open a database that a newer version has migrated', async () => {
  await db.close()
  const newer = new Database(file)
  newer.exec(`insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)`)
  newer.close()
  expect(() => openSqlite(file)).toThrow('migrated by a newer version of Kade')
  const older = new Database(file)
  older.exec('delete from __drizzle_migrations where created_at = 99999999999999')
  older.close()
  db = openSqlite(file)
  expect(await names()).toEqual([])
})

it('does not open a file that is not a database', async () => {
  await db.close()
  writeFileSync(file, 'these are not the pages you are looking for '.repeat(100))
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  expect(() => openSqlite(file)).toThrow(/not a database/)
  rmSync(file)
  db = openSqlite(file)
})

it('binds parameters instead of interpolating them', async () => {
  const name = `'); drop table categories; --`
  await insert(name)
  expect(await db.select().from(categories).where(eq(categories.name, name))).toHaveLength(1)
})
