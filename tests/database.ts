import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import packageJson from '../package.json' with { type: 'json' }
import { dialect } from '../drizzle/kit.ts'
import { asDb, type Postgres } from '../server/db/postgres.ts'
import { openSqlite } from '../server/db/sqlite.ts'
import type { Db, Tx } from '../server/db/transactions.ts'

/** How long opening one may take on a machine that is busy, in milliseconds. */
export const opening = 120_000

/** An empty database of the store on the dialect of this run, gone when it is closed. */
export const openTestDatabase = (): Promise<Db> => (dialect === 'sqlite' ? openFile() : openMemory())

async function openFile(): Promise<Db> {
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

/** Postgres itself, compiled to run in this process. */
async function openMemory(): Promise<Db> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const lite = drizzle(await openPglite(), { casing: 'snake_case' })
  await migrate(lite, { migrationsFolder: 'drizzle/postgresql' })
  return asDb(lite as unknown as Postgres, () => lite.$client.close())
}

const empty = `node_modules/.cache/empty-postgres-${packageJson.devDependencies['@electric-sql/pglite']}.tar`

/** Making an empty Postgres takes five seconds, opening a copy of one less than one: the first run keeps it. */
export async function openPglite() {
  const { PGlite } = await import('@electric-sql/pglite')
  if (existsSync(empty)) return new PGlite({ loadDataDir: new Blob([readFileSync(empty)]) })
  const made = await PGlite.create()
  const copy = await made.dumpDataDir('none')
  mkdirSync(dirname(empty), { recursive: true })
  // Under its name only when it is whole: another process may be about to read it.
  writeFileSync(`${empty}.${process.pid}`, Buffer.from(await copy.arrayBuffer()))
  renameSync(`${empty}.${process.pid}`, empty)
  return made
}

/** A statement of SQLite's own on the connection that writes. */
export const onWriter = (db: Db, query: SQL) =>
  db.transaction((tx) => (tx as Tx & { all(query: SQL): Promise<unknown[]> }).all(query)).then((rows) => rows.flat())

/** Why a query was refused, in the words of what refused it: the query builder keeps them as the cause. */
export async function reasonOf(query: PromiseLike<unknown>): Promise<string> {
  try {
    await query
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
  return 'it was not refused'
}
