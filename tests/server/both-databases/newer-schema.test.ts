import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import {
  assertNotNewer,
  assertNotNewerPostgres,
  migrateSqlite,
  recordMigrationNamesPostgres,
} from '../../../server/db/migrations.ts'
import { openTimeoutMs, openPglite } from '../../database.ts'

const migrations = `drizzle/${dialect}`
const refusal = 'This database was migrated by a newer version of Kade. Start that version, or restore a backup.'

const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'kade-newer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A database: runs a statement on it, and what a version does with it at startup, by its folder of migrations. */
async function createDatabase() {
  if (dialect === 'sqlite') {
    const db = new Database(join(createFolder(), 'store.db'))
    onTestFinished(() => void db.close())
    return {
      exec: async (query: string) => void db.exec(query),
      check: async () => assertNotNewer(db, migrations),
      start: async (folder = migrations) => migrateSqlite(db, folder),
    }
  }
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const lite = await openPglite()
  onTestFinished(() => lite.close())
  const query = (statement: string, values?: unknown[]) => lite.query(statement, values)
  const check = (folder = migrations) => assertNotNewerPostgres(query, folder)
  return {
    exec: async (statement: string) => void (await lite.exec(statement)),
    check,
    async start(folder = migrations) {
      await check(folder)
      await migrate(drizzle(lite), { migrationsFolder: folder })
      await recordMigrationNamesPostgres(query, folder)
    },
  }
}

/** The migrations of a later version: those of this one, and others. */
function addMigrations(...added: [tag: string, statement: string][]): string {
  const folder = createFolder()
  cpSync(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: Record<string, unknown>[] }
  for (const [i, [tag, statement]] of added.entries()) {
    journal.entries.push({ ...journal.entries.at(-1), idx: journal.entries.length, when: 99_999_999_999_000 + i, tag })
    writeFileSync(join(folder, `${tag}.sql`), statement)
  }
  writeFileSync(file, JSON.stringify(journal))
  return folder
}

const migrationsTable = dialect === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations'
const addColumn = ['9000_expand_nicknames', 'alter table users add column nickname text'] as const
const dropColumn = ['9001_contract_phones', 'alter table users drop column phone'] as const
const insertUser = `insert into users (id, email, password_hash, first_name, last_name, search_text, created_at, updated_at)
  values ('u', 'u@example.com', '', '', '', '', ${dialect === 'sqlite' ? '1, 1' : 'now(), now()'})`

it('starts again on a database that a later version has expanded', { timeout: openTimeoutMs }, async () => {
  const { exec, start } = await createDatabase()
  await start()
  await start(addMigrations([...addColumn]))
  await start()
  await exec(insertUser)
  // The later version still finds its own migration applied.
  await expect(start(addMigrations([...addColumn]))).resolves.not.toThrow()
})

it('does not start once a later version has removed what it needs', { timeout: openTimeoutMs }, async () => {
  const { start, check } = await createDatabase()
  await start()
  const later = addMigrations([...addColumn], [...dropColumn])
  await start(later)
  await expect(check()).rejects.toThrow(refusal)
  await expect(start()).rejects.toThrow(refusal)
  await start(later)
})

it(
  'does not start after a migration of an unknown name, and on an empty database it does',
  { timeout: openTimeoutMs },
  async () => {
    const { exec, start, check } = await createDatabase()
    await check()
    await start()
    await check()
    await exec(`insert into ${migrationsTable} (hash, created_at) values ('x', 99999999999999)`)
    await expect(check()).rejects.toThrow(refusal)
    await exec(`delete from ${migrationsTable} where hash = 'x'`)
    await check()
    await exec(`delete from ${migrationsTable}`)
    await check()
  },
)

it('names every migration since 0015 by whether the previous version can work with it', () => {
  const { entries } = JSON.parse(readFileSync(`${migrations}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[]
  }
  const unclear = entries.slice(15).filter(({ tag }) => !/^\d+_(expand|contract)_/.test(tag))
  expect(unclear).toEqual([])
})
