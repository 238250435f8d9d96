import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migratePostgres } from '../server/db/migrate-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of a migrated, empty database, where the whole suite runs on Postgres. Copying one is fast, migrating isn't. */
    templateDatabase?: string
  }
}

/** Creates the database that tests copy, and drops it after them. */
export default async function setUp({ provide }: TestProject) {
  const name = `kade_template_${randomUUID().replaceAll('-', '')}`
  const url = new URL(process.env.TEST_POSTGRES_URL!)
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name}`)
  url.pathname = `/${name}`
  await migratePostgres(url.href, 'drizzle/postgresql')
  provide('templateDatabase', name)
  return async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}
