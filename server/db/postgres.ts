import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { isConflict } from './errors.ts'
import { refuseNewerPostgres } from './migrations.ts'
import { type Db, type Tx, watch, within } from './transactions.ts'

export async function openPostgres(url: string, migrations = 'drizzle/postgresql'): Promise<Db> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const client = await pool.connect()
  try {
    // Two processes that start together migrate one after the other.
    await client.query('select pg_advisory_lock(7001)')
    await refuseNewerPostgres((query) => client.query(query), migrations)
    await migrate(drizzle(client), { migrationsFolder: migrations })
    await client.query('select pg_advisory_unlock(7001)')
  } catch (error) {
    // The lock ends with its connection.
    client.release(true)
    await pool.end()
    throw error
  }
  client.release()
  return asDb(drizzle(pool, { casing: 'snake_case' }) as unknown as Postgres, () => pool.end())
}

type Query = { execute(values?: Record<string, unknown>): Promise<unknown> }
type Session = { prepareQuery(...asked: never[]): Query }
type PostgresTx = { session: Session }
export type Postgres = PostgresTx & { transaction(work: (tx: PostgresTx) => Promise<unknown>): Promise<unknown> }

/** A Drizzle database on Postgres in the shape that the store knows. */
export function asDb(postgres: Postgres, close: () => Promise<void>): Db {
  const begin = postgres.transaction.bind(postgres)
  const refuseInside = () => {
    if (watch.isInside()) throw new Error('Use tx, not db, inside a transaction')
  }
  const refuseAfter = () => {
    if (watch.isOutside()) throw new Error('The transaction is over')
  }
  checkFirst(postgres.session, refuseInside)
  const transaction: Db['transaction'] = async (work) => {
    refuseInside()
    const { value, after } = await retrying(() =>
      within((afterCommit) =>
        begin((tx) => {
          checkFirst(tx.session, refuseAfter)
          return work(tx as unknown as Tx, afterCommit)
        }),
      ),
    )
    for (const run of after) run()
    return value as never
  }
  return Object.assign(postgres, { transaction, close }) as unknown as Db
}

/** Has every query of a session checked before it runs: on a wrong connection it would wait for its own transaction. */
function checkFirst(session: Session, refuse: () => void) {
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (...asked) => {
    const query = prepare(...asked)
    const execute = query.execute.bind(query)
    query.execute = async (values) => {
      refuse()
      return execute(values)
    }
    return query
  }
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
