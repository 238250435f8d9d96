import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { assertNotNewer, assertNotNewerPostgres } from '../../../server/db/migrations.ts'
import { openSqlite } from '../../../server/db/sqlite.ts'
import { openTimeoutMs, openPglite } from '../../database.ts'

const migrations = `drizzle/${dialect}`

/** A database of this version: runs a statement on it, and checks its version as at startup. */
async function openDatabase() {
  if (dialect === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'kade-newer-'))
    await openSqlite(join(folder, 'store.db')).close()
    const db = new Database(join(folder, 'store.db'))
    onTestFinished(() => (db.close(), rmSync(folder, { recursive: true, force: true })))
    return { exec: async (query: string) => void db.exec(query), check: async () => assertNotNewer(db, migrations) }
  }
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const lite = await openPglite()
  onTestFinished(() => lite.close())
  const check = () => assertNotNewerPostgres((query) => lite.query(query), migrations)
  // An empty database is not newer.
  await check()
  await migrate(drizzle(lite), { migrationsFolder: migrations })
  return { exec: async (query: string) => void (await lite.exec(query)), check }
}

const migrationsTable = dialect === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations'

it('does not start on a database that a newer version has migrated', { timeout: openTimeoutMs }, async () => {
  const { exec, check } = await openDatabase()
  await check()
  await exec(`insert into ${migrationsTable} (hash, created_at) values ('x', 99999999999999)`)
  await expect(check()).rejects.toThrow(
    'This database was migrated by a newer version of Kade. Start that version, or restore a backup.',
  )
  await exec(`delete from ${migrationsTable} where hash = 'x'`)
  await check()
  await exec(`delete from ${migrationsTable}`)
  await check()
})
