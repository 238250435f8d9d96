import { AsyncLocalStorage } from 'node:async_hooks'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import { dialect } from '../../drizzle/kit.ts'

type Queries = Pick<
  SqliteRemoteDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$count'
>

/** A running transaction. */
export type Tx = Queries

/** The database outside of a transaction: reads of what is committed, and single statements. */
export type Db = Queries & {
  /**
   * Runs `work` as one transaction; what it throws is the rollback. Nothing but the database may be awaited
   * in it, as others wait behind it, and it may be run again: after another's refusal, or when Postgres says so.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): void | Promise<void>
}

type Running = { open: boolean; after: (() => void)[] }
const current = new AsyncLocalStorage<Running>()

/** Runs `work` as the body of a transaction; `after` is what it left to do once that is committed. */
export async function within<T>(work: () => Promise<T>): Promise<{ value: T; after: (() => void)[] }> {
  const running: Running = { open: true, after: [] }
  try {
    // Awaited in there: a query that is returned begins only when it is awaited.
    const value = await current.run(running, async () => await work())
    return { value, after: running.after }
  } finally {
    running.open = false
  }
}

/** Leaves something to do once the running transaction is committed; forgotten when it is not. */
export function afterCommit(run: () => void) {
  const running = current.getStore()
  if (!running?.open) throw new Error('afterCommit() needs a running transaction')
  running.after.push(run)
}

export const inTransaction = () => current.getStore()?.open === true

/** Locks the rows it reads until the commit. SQLite has one writer at a time and needs no lock. */
export const locking = <Q extends object>(query: Q): Q =>
  dialect === 'sqlite' ? query : (query as Q & { for(strength: 'update'): Q }).for('update')

/** A value of a prepared query, stored as its column stores it; a bare placeholder takes text and numbers alone. */
export const given = (name: string, column: SQLiteColumn): SQL => sql`${sql.param(sql.placeholder(name), column)}`

type Preparable = { prepare(name?: string): { execute(values?: Record<string, unknown>): unknown } }

/**
 * A query built once for each connection, for what runs often. `sql.placeholder(name)` marks its values;
 * calling it gives the rows.
 */
export function prepared<Q extends Preparable>(name: string, build: (db: Queries) => Q) {
  const kept = new WeakMap<Queries, ReturnType<Q['prepare']>>()
  return (db: Queries, values: Record<string, unknown> = {}): ReturnType<ReturnType<Q['prepare']>['execute']> => {
    let query = kept.get(db)
    if (!query) kept.set(db, (query = build(db).prepare(name) as ReturnType<Q['prepare']>))
    return query.execute(values) as ReturnType<ReturnType<Q['prepare']>['execute']>
  }
}

/**
 * An insert of whole rows, built once for each number of them: every column is given, none is left to a default.
 * @throws the database's error when a row offends a constraint
 */
export function preparedInsert<T extends SQLiteTable>(name: string, table: T) {
  const columns = Object.entries(getTableColumns(table))
  const ofCount = new Map<number, ReturnType<typeof build>>()
  const build = (count: number) =>
    prepared(`${name}_${count}`, (db) =>
      db.insert(table).values(Array.from({ length: count }, (_, i) => marks(i)) as never),
    )
  const marks = (i: number) =>
    Object.fromEntries(columns.map(([column]) => [column, sql`${sql.placeholder(`${column}${i}`)}`]))

  return async (db: Queries, rows: T['$inferSelect'][]) => {
    for (let start = 0; start < rows.length; start += mostRows) {
      const some = rows.slice(start, start + mostRows)
      const values: Record<string, unknown> = {}
      some.forEach((row, i) => {
        // Encoded here, as a placeholder with its column's encoder takes no null.
        for (const [name, column] of columns) {
          const value = row[name as keyof typeof row]
          values[`${name}${i}`] = value === null ? null : column.mapToDriverValue(value)
        }
      })
      let insert = ofCount.get(some.length)
      if (!insert) ofCount.set(some.length, (insert = build(some.length)))
      await insert(db, values)
    }
  }
}

/** How many rows one statement inserts at the most. */
const mostRows = 50
