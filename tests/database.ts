import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../drizzle/kit.ts'
import { asDb, type Postgres } from '../server/db/postgres.ts'
import { openSqlite } from '../server/db/sqlite.ts'
import type { Db } from '../server/db/transactions.ts'

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
  const { PGlite } = await import('@electric-sql/pglite')
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const lite = drizzle(new PGlite(), { casing: 'snake_case' })
  await migrate(lite, { migrationsFolder: 'drizzle/postgresql' })
  return asDb(lite as unknown as Postgres, () => lite.$client.close())
}
