import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { isTransactionConflict } from './errors.ts'
import { assertNotNewerPostgres } from './migrations.ts'
import { type Db, runTransactionBody, transactionGuard, type Tx } from './transactions.ts'

/** Any number; every process of the app uses the same. */
const migrationLockId = 7001
const maxConnections = 10
const maxRetries = 20
const maxRetryDelayMs = 20

/** Connects to Postgres and migrates it. @throws DatabaseStartupError when a newer version has migrated it */
export async function openPostgres(url: string, migrations = 'drizzle/postgresql'): Promise<Db> {
  const pool = new pg.Pool({ connectionString: url, max: maxConnections })
  const client = await pool.connect()
  try {
    // Processes that start together migrate one after the other.
    await client.query(`select pg_advisory_lock(${migrationLockId})`)
    await assertNotNewerPostgres((statement) => client.query(statement), migrations)
    await migrate(drizzle(client), { migrationsFolder: migrations })
    await client.query(`select pg_advisory_unlock(${migrationLockId})`)
  } catch (error) {
    // Closing the connection releases the lock.
    client.release(true)
    await pool.end()
    throw error
  }
  client.release()
  return toDb(drizzle(pool, { casing: 'snake_case' }) as unknown as Postgres, () => pool.end())
}

type Query = { execute(values?: Record<string, unknown>): Promise<unknown> }
type Session = { prepareQuery(...args: never[]): Query }
type PostgresTx = { session: Session }
export type Postgres = PostgresTx & { transaction(work: (tx: PostgresTx) => Promise<unknown>): Promise<unknown> }

/** Turns a Drizzle database on Postgres into a `Db`. */
export function toDb(postgres: Postgres, close: () => Promise<void>): Db {
  const begin = postgres.transaction.bind(postgres)
  const assertOutside = () => {
    if (transactionGuard.isInside()) throw new Error('Use tx, not db, inside a transaction')
  }
  const assertInside = () => {
    if (transactionGuard.isOutside()) throw new Error('The transaction is over')
  }
  checkBeforeQueries(postgres.session, assertOutside)
  const transaction: Db['transaction'] = async (work) => {
    assertOutside()
    const { value, callbacks } = await retryConflicts(() =>
      runTransactionBody((afterCommit) =>
        begin((tx) => {
          checkBeforeQueries(tx.session, assertInside)
          return work(tx as unknown as Tx, afterCommit)
        }),
      ),
    )
    for (const callback of callbacks) callback()
    return value as never
  }
  return Object.assign(postgres, { transaction, close }) as unknown as Db
}

/** Calls `check` before every query of a session: one on the wrong connection would wait for its own transaction. */
function checkBeforeQueries(session: Session, check: () => void) {
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (...args) => {
    const query = prepare(...args)
    const execute = query.execute.bind(query)
    query.execute = async (values) => {
      check()
      return execute(values)
    }
    return query
  }
}

/** Retries on serialization failures and deadlocks, after a random delay. */
async function retryConflicts<T>(attempt: () => Promise<T>, retries = maxRetries): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (retries === 0 || !isTransactionConflict(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxRetryDelayMs))
    return retryConflicts(attempt, retries - 1)
  }
}
