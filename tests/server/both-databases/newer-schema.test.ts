import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { refuseNewer, refuseNewerPostgres } from '../../../server/db/migrations.ts'
import { openSqlite } from '../../../server/db/sqlite.ts'
import { opening, openPglite } from '../../database.ts'

const migrations = `drizzle/${dialect}`

/** A database as this version makes it: how it is asked, and how it is refused. */
async function openOne() {
  if (dialect === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'kade-newer-'))
    await openSqlite(join(folder, 'store.db')).close()
    const db = new Database(join(folder, 'store.db'))
    onTestFinished(() => (db.close(), rmSync(folder, { recursive: true, force: true })))
    return { exec: async (query: string) => void db.exec(query), refuse: async () => refuseNewer(db, migrations) }
  }
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const lite = await openPglite()
  onTestFinished(() => lite.close())
  const refuse = () => refuseNewerPostgres((query) => lite.query(query), migrations)
  // One that holds nothing yet is not newer.
  await refuse()
  await migrate(drizzle(lite), { migrationsFolder: migrations })
  return { exec: async (query: string) => void (await lite.exec(query)), refuse }
}

const kept = dialect === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations'

test(
  'a database that a newer version made is refused with a sentence, its own is not',
  { timeout: opening },
  async () => {
    const { exec, refuse } = await openOne()
    await refuse()
    await exec(`insert into ${kept} (hash, created_at) values ('x', 99999999999999)`)
    await expect(refuse()).rejects.toThrow(
      'This database was made by a newer version of the store. Start that version, or restore a backup.',
    )
    await exec(`delete from ${kept} where hash = 'x'`)
    await refuse()
    await exec(`delete from ${kept}`)
    await refuse()
  },
)
