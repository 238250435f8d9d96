import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { dialect } from '../drizzle/kit.ts'
import { openPostgres, toDb, type Postgres } from '../server/db/postgres.ts'
import { openSqlite } from '../server/db/sqlite.ts'
import type { Db, Tx } from '../server/db/transactions.ts'
import { createPostgresDatabase } from './postgres.ts'

/** For hooks that open a database: compiling Postgres takes long on a busy machine. */
export const openTimeoutMs = 120_000

/** An empty database of this run's dialect, deleted when it is closed. */
export async function openTestDatabase(): Promise<Db> {
  if (dialect === 'sqlite') return openTemporaryFile()
  return usesPglite() ? openInMemoryPostgres() : openOnPostgresServer()
}

export const usesPglite = () => process.env.DATABASE_URL === 'postgres://pglite'

async function openTemporaryFile(): Promise<Db> {
  const folder = mkdtempSync(join(tmpdir(), 'kade-db-'))
  copyEmptySqlite(`${folder}/store.db`)
  const db = openSqlite(`${folder}/store.db`)
  const { close } = db
  return Object.assign(db, {
    close() {
      void close()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

/** Creates a SQLite file with all tables and no rows. Migrating it takes a tenth of a second, copying it doesn't. */
export function copyEmptySqlite(file: string) {
  const cached = cacheFile('empty-sqlite', 'sqlite', 'db')
  if (!existsSync(cached)) {
    const created = temporaryName(cached)
    void openSqlite(created).close()
    renameSync(created, cached)
  }
  copyFileSync(cached, file)
}

async function openOnPostgresServer(): Promise<Db> {
  const { url, drop } = await createPostgresDatabase(inject('templateDatabase'))
  const db = await openPostgres(url)
  const { close } = db
  return Object.assign(db, {
    async close() {
      await close()
      await drop()
    },
  })
}

const databasesByFolder = new Map<string, ReturnType<typeof createPostgresDatabase>>()

/** Creates the database of a folder on the Postgres server if it has none. @returns its address */
export async function openDatabaseOf(folder: string): Promise<string> {
  const database = databasesByFolder.get(folder) ?? createPostgresDatabase(inject('templateDatabase'))
  databasesByFolder.set(folder, database)
  return (await database).url
}

export async function dropDatabaseOf(folder: string) {
  const database = databasesByFolder.get(folder)
  databasesByFolder.delete(folder)
  await (await database)?.drop()
}

/** Postgres, compiled to WebAssembly and run in this process. */
async function openInMemoryPostgres(): Promise<Db> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const pglite = await openPglite(cacheFile('migrated-postgres', 'postgresql', 'tar'), (created) =>
    migrate(drizzle(created), { migrationsFolder: 'drizzle/postgresql' }),
  )
  const lite = drizzle(pglite, { casing: 'snake_case' })
  return toDb(lite as unknown as Postgres, () => lite.$client.close())
}

const pgliteVersion = packageJson.devDependencies['@electric-sql/pglite']

/**
 * Opens a Postgres in this process. Creating an empty one takes five seconds and loading a copy less than one, so the
 * first run caches it. @param prepare runs once, on the one that is cached
 */
export async function openPglite(
  cached = `node_modules/.cache/empty-postgres-${pgliteVersion}.tar`,
  prepare?: (pglite: PGlite) => Promise<unknown>,
): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const extensions = { pg_trgm }
  const load = (file: string) => new PGlite({ loadDataDir: new Blob([readFileSync(file)]), extensions })
  if (existsSync(cached)) return load(cached)
  const pglite = prepare ? await openPglite() : await PGlite.create({ extensions })
  await prepare?.(pglite)
  const copy = await pglite.dumpDataDir('none')
  const created = temporaryName(cached)
  writeFileSync(created, Buffer.from(await copy.arrayBuffer()))
  renameSync(created, cached)
  return pglite
}

/** Where a database with these migrations is kept between runs. */
function cacheFile(name: string, migrations: 'sqlite' | 'postgresql', extension: string): string {
  const hash = createHash('sha256').update(pgliteVersion)
  const { entries } = JSON.parse(readFileSync(`drizzle/${migrations}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[]
  }
  for (const { tag } of entries) hash.update(readFileSync(`drizzle/${migrations}/${tag}.sql`))
  return `node_modules/.cache/${name}-${hash.digest('hex').slice(0, 16)}.${extension}`
}

/** The file is renamed once it is complete, because another process may read it. */
function temporaryName(file: string): string {
  mkdirSync(dirname(file), { recursive: true })
  return `${file}.${process.pid}`
}

/** Runs a statement that no query builder writes on the writing connection, and returns the values of its rows. */
export async function onWriter(db: Db, query: SQL): Promise<unknown[]> {
  const rows = await db.transaction(async (tx) => {
    if (dialect === 'sqlite') return (tx as Tx & { all(query: SQL): Promise<unknown[]> }).all(query)
    const result = await (tx as Tx & { execute(query: SQL): Promise<{ rows: object[] }> }).execute(query)
    return result.rows.map((row) => Object.values(row))
  })
  return rows.flat()
}

/** Makes every insert into a table, or update of it, fail. @param condition of the rows, all by default */
export async function breakWrites(db: Db, table: string, event: 'insert' | 'update', condition = 'true') {
  const trigger = `create trigger broken before ${event} on ${table}`
  if (dialect === 'sqlite') {
    await onWriter(db, sql.raw(`${trigger} when ${condition} begin select raise(abort, 'broken'); end`))
    return
  }
  await onWriter(
    db,
    sql.raw(`create or replace function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`),
  )
  await onWriter(db, sql.raw(`${trigger} for each row when (${condition}) execute function fail()`))
}

export const mendWrites = (db: Db, table: string) =>
  onWriter(db, sql.raw(`drop trigger broken${dialect === 'sqlite' ? '' : ` on ${table}`}`))

/** The driver's error message for a query that fails; the query builder wraps it as the cause. */
export async function errorMessageOf(query: PromiseLike<unknown>): Promise<string> {
  try {
    await query
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
  return 'it did not fail'
}
