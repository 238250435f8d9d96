import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { isConflict } from './errors.ts'
import { type Db, inTransaction, type Tx, within } from './transactions.ts'

export async function openPostgres(url: string, migrations = 'drizzle/postgresql'): Promise<Db> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const client = await pool.connect()
  try {
    // Two processes that start together migrate one after the other.
    await client.query('select pg_advisory_lock(7001)')
    await migrate(drizzle(client), { migrationsFolder: migrations })
    await client.query('select pg_advisory_unlock(7001)')
  } finally {
    client.release()
  }
  return asDb(drizzle(pool, { casing: 'snake_case' }) as unknown as Postgres, () => pool.end())
}

export type Postgres = { transaction(work: (tx: never) => Promise<unknown>): Promise<unknown> }

/** A Drizzle database on Postgres in the shape that the store knows. */
export function asDb(postgres: Postgres, close: () => Promise<void>): Db {
  const begin = postgres.transaction.bind(postgres)
  const transaction: Db['transaction'] = async (work) => {
    if (inTransaction()) throw new Error('Use tx, not db, inside a transaction')
    const { value, after } = await retrying(() => within(() => begin((tx) => work(tx as Tx))))
    for (const run of after) run()
    return value as never
  }
  return Object.assign(postgres, { transaction, close }) as unknown as Db
}

/** Runs `attempt` again while Postgres says that another transaction got in its way. */
async function retrying<T>(attempt: () => Promise<T>, tries = 20): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (tries === 0 || !isConflict(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
    return retrying(attempt, tries - 1)
  }
}
