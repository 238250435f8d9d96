import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migratePostgres } from '../../../server/db/migrate-postgres.ts'
import { createPostgresDatabase } from '../../postgres.ts'

const migrations = 'drizzle/postgresql'

/** The migrations of a later version, which changes a table that is in use. */
function addMigration(tag: string, statement: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kade-later-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: object[] }
  journal.entries.push({ ...journal.entries.at(-1), idx: journal.entries.length, when: 99_999_999_999_000, tag })
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(join(folder, `${tag}.sql`), statement)
  return folder
}

it('lets the requests of the previous version pass while a migration waits for a long transaction', async () => {
  const database = await createPostgresDatabase()
  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    return client
  }
  await migratePostgres(database.url, migrations)
  const [backup, reader] = [await connect(), await connect()]
  try {
    // As pg_dump holds every table for as long as it runs.
    await backup.query('begin; lock table users in access share mode')
    const later = addMigration('9000_expand_nicknames', 'alter table users add column nickname text')
    let isMigrated = false
    const migrating = migratePostgres(database.url, later).then(() => (isMigrated = true))
    const waiting = `select mode from pg_locks where relation = 'users'::regclass and not granted`
    await expect.poll(async () => (await reader.query(waiting)).rows).toEqual([{ mode: 'AccessExclusiveLock' }])
    expect((await reader.query('select count(*)::int as count from users')).rows).toEqual([{ count: 0 }])
    expect(isMigrated).toBe(false)
    await backup.query('commit')
    await migrating
    expect((await reader.query('select nickname from users')).rows).toEqual([])
  } finally {
    await Promise.all([backup.end(), reader.end()])
    await database.drop()
  }
}, 60_000)
