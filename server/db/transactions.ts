import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import { dialect } from '../../drizzle/kit.ts'

export type Queries = Pick<
  SqliteRemoteDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$count'
> & { sync?: SyncQueries }

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

/** The database outside of a transaction: it reads committed rows, and each statement commits by itself. */
export type Db = Queries & {
  /**
   * Runs `work` as one transaction; an error it throws rolls back and rejects the promise. Await nothing but `tx` in it,
   * because other transactions wait for this one. `work` may run more than once: after a conflict on Postgres, or when
   * another transaction of the same group commit fails.
   * @throws 503 'busy' when another process holds the lock for too long (SQLite)
   */
  transaction<T>(work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T>
  close(): void | Promise<void>
}

/** Runs the body of a transaction. `callbacks` are to be called after the commit. */
export async function runTransactionBody<T>(
  work: (afterCommit: AfterCommit) => Promise<T>,
): Promise<{ value: T; callbacks: (() => void)[] }> {
  const callbacks: (() => void)[] = []
  // `await work()` stays inside the guard: a Drizzle query that is returned starts only when it is awaited.
  const value = await transactionGuard.run(async () => await work((callback) => callbacks.push(callback)))
  return { value, callbacks }
}

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

/** Locks the selected rows until the commit. SQLite has a single writer and needs no row locks. */
export const forUpdate = <Q extends object>(query: Q): Q =>
  dialect === 'sqlite' ? query : (query as Q & { for(strength: 'update'): Q }).for('update')

/** Serializes transactions that lock the same name, until the commit. SQLite has a single writer anyway. */
export async function lockName(tx: Tx, name: string) {
  if (dialect === 'sqlite') return
  await tx.select({ lock: sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))` }).from(sql`(values (1)) as one`)
}
