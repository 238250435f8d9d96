import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import { dialect } from '../../drizzle/kit.ts'
import type { PostgresQueries } from './postgres-query.ts'

export type Queries = Pick<
  SqliteRemoteDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$count'
> & { sync?: SyncQueries; postgres?: PostgresQueries }

/** SQLite can run a query synchronously, which spares `prepared` the promises. Postgres doesn't have it. */
export type SyncQueries = {
  /** Whether a statement can run synchronously: any in a transaction, outside of it only reads. */
  accepts(statement: string): boolean
  /** The query builder of the connection to use now. @throws for `db` inside a transaction, and `tx` after its end */
  current(): BetterSQLite3Database
}

/** A running transaction. */
export type Tx = Queries

/** Schedules a callback for after the commit; a rollback drops it. */
export type AfterCommit = (callback: () => void) => void
/**
 * Schedules a step for the end of the transaction. Transactions that share a commit share the step: it is called once,
 * with the values of all of them in the order in which they ran.
 */
export type BeforeCommit = <V>(step: LastStep<V>, value: V) => void
type LastStep<V> = (tx: Tx, values: V[]) => Promise<void>
export type LastSteps = Map<LastStep<never>, unknown[]>

/** What a transaction does. */
export type TransactionBody<T> = (tx: Tx, afterCommit: AfterCommit, beforeCommit: BeforeCommit) => Promise<T>

/** The database outside of a transaction: it reads committed rows, and each statement commits by itself. */
export type Db = Queries & {
  /**
   * Runs `work` as one transaction; an error it throws rolls back and rejects the promise. Await nothing but `tx` in it,
   * because other transactions wait for this one. `work` may run more than once: after a conflict on Postgres, or when
   * another transaction of the same group commit fails.
   * @throws 503 'busy' when another process holds the lock for too long (SQLite)
   */
  transaction<T>(work: TransactionBody<T>): Promise<T>
  close(): void | Promise<void>
  /** The pools of connections of a Postgres server; SQLite and the tests' own Postgres have none. */
  readPools?(): PoolState[]
}

/** Connections of a pool that are in use and that are free, and what waits until one is. */
export type PoolState = { pool: 'reads' | 'transactions'; busy: number; idle: number; waiting: number }

/**
 * Runs the body of a transaction. `callbacks` are to be called after the commit.
 * @param shared collects the last steps of several transactions, for `runLastSteps`; without it they run here
 */
export async function runTransactionBody<T>(
  tx: Tx,
  work: TransactionBody<T>,
  shared?: LastSteps,
): Promise<{ value: T; callbacks: (() => void)[] }> {
  const callbacks: (() => void)[] = []
  const steps: [LastStep<never>, unknown][] = []
  // `await work()` stays inside the guard: a Drizzle query that is returned starts only when it is awaited.
  const value = await transactionGuard.run(async () => {
    const result = await work(
      tx,
      (callback) => callbacks.push(callback),
      (step, value) => steps.push([step, value]),
    )
    if (!shared) for (const [step, one] of steps) await step(tx, [one as never])
    return result
  })
  for (const [step, one] of shared ? steps : []) {
    const values = shared!.get(step)
    if (values) values.push(one)
    else shared!.set(step, [one])
  }
  return { value, callbacks }
}

/** Runs what a transaction has put off to its end, each step once with all its values. */
export const runLastSteps = (tx: Tx, steps: LastSteps) =>
  transactionGuard.run(async () => {
    for (const [step, values] of steps) await step(tx, values as never[])
  })

type TransactionGuard = { run<T>(work: () => Promise<T>): Promise<T>; isInside(): boolean; isOutside(): boolean }

/** Tells whether the caller runs inside a transaction, however many promises deep. */
function createTransactionGuard(): TransactionGuard {
  const current = new AsyncLocalStorage<{ open: boolean }>()
  const isInside = () => current.getStore()?.open === true
  return {
    async run(work) {
      const running = { open: true }
      try {
        return await current.run(running, work)
      } finally {
        running.open = false
      }
    },
    isInside,
    isOutside: () => !isInside(),
  }
}

/**
 * Detects queries on the wrong connection, which would wait for their own transaction forever. It runs in development and
 * in tests; the build leaves it out, because AsyncLocalStorage takes a tenth of the processor time.
 */
export const transactionGuard: TransactionGuard = import.meta.env?.PROD
  ? { run: (work) => work(), isInside: () => false, isOutside: () => false }
  : createTransactionGuard()

type LockStrength = 'update' | 'no key update'

/** Locks the selected rows until the commit. SQLite has a single writer and needs no row locks. */
export const forUpdate = <Q extends object>(query: Q, strength: LockStrength = 'update'): Q =>
  dialect === 'sqlite' ? query : (query as Q & { for(strength: LockStrength): Q }).for(strength)

/**
 * Takes a statement whose rows nobody reads. On Postgres it is on its way and isn't awaited; its failure rolls the
 * transaction back. Only for a call of a `prepared` query: it is sent at once, and so before whatever comes next.
 */
export const send = (db: Queries, statement: unknown): unknown =>
  db.postgres?.send ? db.postgres.send(statement as Promise<unknown>) : statement
