import { Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { dialect } from '../../drizzle/kit.ts'
import { createPostgresExecutor, type PreparedPostgresQuery } from './postgres-query.ts'
import type { QueryValues } from './prepared-query.ts'
import { createSqliteExecutor, type PreparedSqliteQuery } from './sqlite-query.ts'
import { type Queries, send } from './transactions.ts'

type PreparedQuery = { execute(values?: never): unknown }
type Preparable = { prepare(name?: string): PreparedQuery; toSQL(): { sql: string } }

/**
 * A query that is built once per connection, for hot paths. `sql.placeholder(name)` marks its parameters. Call it with a
 * `Db` or `Tx` and their values to get the rows; on SQLite they are returned without a promise.
 * @param name unique in the app: the statement's name on Postgres
 */
export function prepared<Q extends Preparable>(name: string, build: (db: Queries) => Q) {
  type Result = Awaited<ReturnType<ReturnType<Q['prepare']>['execute']>>
  const executors = new WeakMap<Queries, (values: QueryValues) => unknown>()
  return (db: Queries, values: QueryValues = {}): Result | Promise<Result> => {
    let execute = executors.get(db)
    if (!execute) executors.set(db, (execute = createExecutor(db, name, build)))
    return execute(values) as Result | Promise<Result>
  }
}

function createExecutor(db: Queries, name: string, build: (db: Queries) => Preparable) {
  const query = build(db)
  const { sync, postgres } = db
  if (postgres) return createPostgresExecutor(postgres, query.prepare(name) as unknown as PreparedPostgresQuery)
  if (!sync?.accepts(query.toSQL().sql)) {
    const preparedQuery = query.prepare(name)
    return (values: QueryValues) => preparedQuery.execute(values as never)
  }
  const executors = new WeakMap<object, (values: QueryValues) => unknown>()
  return (values: QueryValues) => {
    const connection = sync.current()
    let execute = executors.get(connection)
    if (!execute) {
      // The synchronous query builder has the same methods.
      const preparedQuery = build(connection as unknown as Queries).prepare()
      execute = createSqliteExecutor(preparedQuery as unknown as PreparedSqliteQuery)
      executors.set(connection, execute)
    }
    return execute(values)
  }
}

/** A placeholder whose value is encoded as `column` stores it; `sql.placeholder` takes only text and numbers. */
export const typedPlaceholder = (name: string, column: SQLiteColumn): SQL =>
  sql`${sql.param(sql.placeholder(name), column)}`

/** The condition that a column is one of the ids of a placeholder, whose value `idList` makes. */
export const inIds = (column: SQLiteColumn, name: string): SQL =>
  dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${sql.placeholder(name)}))`
    : sql`${column} = any(${sql.placeholder(name)}::text[])`
/** Ids as one parameter, so that a query for any number of them is built once. */
export const idList = (ids: readonly string[]) => (dialect === 'sqlite' ? JSON.stringify(ids) : ids)

/** SQLite journals the pages that a statement of several rows changes, but not those of a single row. */
const maxRowsPerInsert = dialect === 'sqlite' ? 1 : 50

/**
 * An insert of complete rows, built once per number of rows. Every column is written; defaults don't apply. On Postgres
 * it isn't awaited in a transaction.
 * @param onDuplicate 'skip' leaves out a row whose unique key exists
 * @throws the driver's error when a row violates a constraint; in a transaction on Postgres, the transaction does
 */
export function preparedInsert<T extends SQLiteTable>(name: string, table: T, onDuplicate: 'throw' | 'skip' = 'throw') {
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => ({ name, encode: encoderOf(column) }))
  const insertsByCount = new Map<number, ReturnType<typeof build>>()
  const build = (count: number) =>
    prepared(`${name}_${count}`, (db) => {
      const rows = Array.from({ length: count }, (_, row) => placeholders(row * columns.length))
      const insert = db.insert(table).values(rows as never)
      return onDuplicate === 'skip' ? insert.onConflictDoNothing() : insert
    })
  /** Named by their index, from `first` on. */
  const placeholders = (first: number) =>
    Object.fromEntries(columns.map(({ name }, i) => [name, sql`${sql.placeholder(String(first + i))}`]))

  return async (db: Queries, rows: T['$inferSelect'][]) => {
    for (let start = 0; start < rows.length; start += maxRowsPerInsert) {
      const batch = rows.slice(start, start + maxRowsPerInsert)
      const values: unknown[] = []
      for (const row of batch) {
        // Encoded here, because a placeholder with a column's encoder doesn't take null.
        for (const { name, encode } of columns) {
          const value = row[name as keyof typeof row]
          values.push(value === null || !encode ? value : encode(value))
        }
      }
      let insert = insertsByCount.get(batch.length)
      if (!insert) insertsByCount.set(batch.length, (insert = build(batch.length)))
      await send(db, insert(db, values))
    }
  }
}

/** Encodes a column's values for the driver; null if they are stored as they are, as most columns' are. */
const encoderOf = (column: SQLiteColumn): ((value: unknown) => unknown) | null =>
  column.mapToDriverValue === Column.prototype.mapToDriverValue ? null : (value) => column.mapToDriverValue(value)
