import type { Statement } from 'better-sqlite3'
import { type QueryValues, type ResultFields, rowMapper, valueBinder } from './prepared-query.ts'

/** What Drizzle's prepared queries of better-sqlite3 consist of; its types hide it. */
export type PreparedSqliteQuery = ResultFields & { stmt: Statement<unknown[], unknown[]>; query: { params: unknown[] } }

/** Runs a prepared query without the query builder in between. It returns the rows; none for a write without `returning`. */
export function createSqliteExecutor(prepared: PreparedSqliteQuery): (values: QueryValues) => unknown[] {
  const { stmt, query } = prepared
  const bind = valueBinder(query.params)
  if (!stmt.reader) {
    return (values) => {
      stmt.run(...bind(values))
      return []
    }
  }
  stmt.raw()
  const toRow = rowMapper(prepared)
  return (values) => stmt.all(...bind(values)).map(toRow)
}
