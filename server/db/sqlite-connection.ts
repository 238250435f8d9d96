import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'

export type SqliteConnection = ReturnType<typeof openConnection>

const maxCachedStatements = 500

/** Opens a connection that prepares each statement once. */
export function openConnection(file: string, { readonly = false } = {}) {
  const connection = new Database(file, { readonly })
  connection.pragma('busy_timeout = 50')
  connection.pragma('foreign_keys = ON')
  connection.pragma('cache_size = -32768')
  // A statement's rollback journal costs more than the statement when it goes to a file.
  connection.pragma('temp_store = MEMORY')
  if (!readonly) {
    // Applies to new files only; an order and its events fit on one page.
    connection.pragma('page_size = 8192')
    connection.pragma('journal_mode = WAL')
    // Set on every open: better-sqlite3 defaults to NORMAL, which loses acknowledged commits in a power failure.
    connection.pragma('synchronous = FULL')
  }
  const statements = new Map<string, Database.Statement>()
  const prepare = (query: string) => {
    let statement = statements.get(query)
    if (!statement) {
      if (statements.size >= maxCachedStatements) statements.delete(statements.keys().next().value!)
      statement = connection.prepare(query)
      if (statement.reader) statement.raw()
      statements.set(query, statement)
    }
    return statement
  }
  const totalChanges = connection.prepare('select total_changes()').pluck()
  return {
    connection,
    /** The synchronous query builder. */
    queries: drizzle(connection, { casing: 'snake_case' }),
    isRead: (query: string) => prepare(query).readonly,
    /** The number of rows written since the connection was opened. */
    countChanges: () => totalChanges.get() as number,
    exec: (query: string) => void prepare(query).run(),
    run(query: string, params: unknown[], method: string): { rows: unknown[] } {
      const statement = prepare(query)
      if (!statement.reader) {
        statement.run(...params)
        return { rows: [] }
      }
      return { rows: method === 'get' ? (statement.get(...params) as never) : statement.all(...params) }
    },
  }
}
