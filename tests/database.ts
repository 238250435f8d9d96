import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import packageJson from '../package.json' with { type: 'json' }
import { dialect } from '../drizzle/kit.ts'
import { toDb, type Postgres } from '../server/db/postgres.ts'
import { openSqlite } from '../server/db/sqlite.ts'
import type { Db, Tx } from '../server/db/transactions.ts'

/** For hooks that open a database: compiling Postgres takes long on a busy machine. */
export const openTimeoutMs = 120_000

/** An empty database of this run's dialect, deleted when it is closed. */
export const openTestDatabase = (): Promise<Db> => (dialect === 'sqlite' ? openTemporaryFile() : openInMemoryPostgres())

async function openTemporaryFile(): Promise<Db> {
  const folder = mkdtempSync(join(tmpdir(), 'kade-db-'))
  const db = openSqlite(join(folder, 'store.db'))
  const { close } = db
  return Object.assign(db, {
    close() {
      void close()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

/** Postgres, compiled to WebAssembly and run in this process. */
async function openInMemoryPostgres(): Promise<Db> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const lite = drizzle(await openPglite(), { casing: 'snake_case' })
  await migrate(lite, { migrationsFolder: 'drizzle/postgresql' })
  return toDb(lite as unknown as Postgres, () => lite.$client.close())
}

const emptyDatabaseFile = `node_modules/.cache/empty-postgres-${packageJson.devDependencies['@electric-sql/pglite']}.tar`

/** Creating an empty Postgres takes five seconds and loading a copy less than one, so the first run caches it. */
export async function openPglite() {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const extensions = { pg_trgm }
  if (existsSync(emptyDatabaseFile)) {
    return new PGlite({ loadDataDir: new Blob([readFileSync(emptyDatabaseFile)]), extensions })
  }
  const pglite = await PGlite.create({ extensions })
  const copy = await pglite.dumpDataDir('none')
  mkdirSync(dirname(emptyDatabaseFile), { recursive: true })
  // Renamed once it is complete, because another process may read it.
  writeFileSync(`${emptyDatabaseFile}.${process.pid}`, Buffer.from(await copy.arrayBuffer()))
  renameSync(`${emptyDatabaseFile}.${process.pid}`, emptyDatabaseFile)
  return pglite
}

/** Runs a statement of SQLite's own on the writing connection, and returns the values of its rows. */
export const onWriter = (db: Db, query: SQL) =>
  db.transaction((tx) => (tx as Tx & { all(query: SQL): Promise<unknown[]> }).all(query)).then((rows) => rows.flat())

/** The driver's error message for a query that fails; the query builder wraps it as the cause. */
export async function errorMessageOf(query: PromiseLike<unknown>): Promise<string> {
  try {
    await query
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
  return 'it did not fail'
}
