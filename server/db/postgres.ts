import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { migratePostgres } from './migrate-postgres.ts'
import { createPostgresGroupCommit } from './postgres-group-commit.ts'
import { checkBeforeQueries, type PostgresSession } from './postgres-guard.ts'
import type { PostgresQueries } from './postgres-query.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { type Db, type PoolState, runTransactionBody, transactionGuard, type Tx } from './transactions.ts'

/** Of a process, for reads and for transactions. */
const maxReadConnections = 6
const maxTransactionConnections = 6
/** For a connection: to open, or to become free in the pool. */
const connectionTimeoutMs = 15_000
/** A hanging statement or transaction would hold its locks, and its connection, forever. */
const statementTimeoutMs = 15_000
/** For when not even the server ends the statement. */
const queryTimeoutMs = 20_000

type Options = { migrations?: string; directUrl?: string | null }

/**
 * Connects to Postgres and migrates it.
 * @param options `directUrl` is the server's own address where `url` goes through a connection pooler
 * @throws DatabaseStartupError for a database that this version can't use
 */
export async function openPostgres(url: string, options: Options = {}): Promise<Db> {
  await migratePostgres(options.directUrl ?? url, options.migrations ?? 'drizzle/postgresql')
  const pool = createPool(url, maxReadConnections)
  // Statements aren't pipelined on all connections: it makes single reads a third more expensive.
  const writers = createPool(url, maxTransactionConnections, { pipeline: true })
  let closing: Promise<unknown> | undefined
  // A pool that is ended twice throws.
  const close = async () => void (await (closing ??= Promise.all([pool.end(), writers.end()])))
  const db = guard(
    drizzle(pool, { casing: 'snake_case' }) as unknown as PostgresTx,
    close,
    createPostgresGroupCommit(writers),
  )
  const postgres: PostgresQueries = {
    async query(config, values) {
      assertOutside()
      return pool.query(config, values)
    },
  }
  return Object.assign(db, { postgres, readPools: () => [stateOf('reads', pool), stateOf('transactions', writers)] })
}

const stateOf = (name: PoolState['pool'], { totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  pool: name,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

function createPool(url: string, max: number, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    connectionString: url,
    max,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
  })
  // The pool replaces lost connections. An error without a listener would end the process; queries report theirs.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type PostgresTx = { session: PostgresSession }
export type Postgres = PostgresTx & { transaction<T>(work: (tx: PostgresTx) => Promise<T>): Promise<T> }

/** Turns a Drizzle database with one connection, the in-memory Postgres of the tests, into a `Db`. */
export function toDb(postgres: Postgres, close: () => Promise<void>): Db {
  const begin: Postgres['transaction'] = postgres.transaction.bind(postgres)
  return guard(postgres, close, async (work) => {
    const { value, callbacks } = await retryConflicts(() =>
      begin((tx) => {
        checkBeforeQueries(tx.session, assertInside)
        return runTransactionBody(tx as unknown as Tx, work)
      }),
    )
    for (const callback of callbacks) callback()
    return value
  })
}

/** A `Db` whose queries and transactions can't be used inside a transaction. */
function guard(postgres: PostgresTx, close: () => Promise<void>, run: Db['transaction']): Db {
  checkBeforeQueries(postgres.session, assertOutside)
  const transaction: Db['transaction'] = async (work) => {
    assertOutside()
    return run(work)
  }
  return Object.assign(postgres, { transaction, close }) as unknown as Db
}

function assertOutside() {
  if (transactionGuard.isInside()) throw new Error('Use tx, not db, inside a transaction')
}
function assertInside() {
  if (transactionGuard.isOutside()) throw new Error('The transaction is over')
}
