import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type AsyncRemoteCallback, drizzle } from 'drizzle-orm/sqlite-proxy'
import { createGroupCommit } from './group-commit.ts'
import { migrateSqlite } from './migrations.ts'
import { openConnection } from './sqlite-connection.ts'
import { type Db, type Queries, type SyncQueries, transactionGuard } from './transactions.ts'

/**
 * Opens a SQLite file, creates and migrates it, and makes it behave like Postgres: transactions are async and run one
 * at a time, and reads don't wait for them.
 * @throws the driver's error, or a DatabaseStartupError, when it can't be opened
 */
export function openSqlite(file: string, migrations = 'drizzle/sqlite'): Db {
  if (dirname(file)) mkdirSync(dirname(file), { recursive: true })
  const writer = openConnection(file)
  migrateSqlite(writer.connection, migrations)
  // The driver would block the event loop while it waits; the group commit retries instead.
  writer.connection.pragma('busy_timeout = 0')
  const reader = openConnection(file, { readonly: true })

  function assertInside() {
    if (transactionGuard.isOutside()) throw new Error('The transaction is over')
  }
  function assertOutside() {
    if (transactionGuard.isInside()) throw new Error('Use tx, not db, inside a transaction')
  }
  // The writer reads faster, because each commit invalidates the reader's page cache, but it would show uncommitted rows.
  const readConnection = () => (writer.connection.inTransaction ? reader : writer)

  const tx = createDrizzle(
    async (query, params, method) => {
      assertInside()
      return writer.run(query, params, method)
    },
    {
      accepts: () => true,
      current() {
        assertInside()
        return writer.queries
      },
    },
  )

  const commitInGroup = createGroupCommit(writer, tx)
  const transaction: Db['transaction'] = (work) => {
    assertOutside()
    return commitInGroup(work)
  }

  const db = createDrizzle(
    async (query, params, method) => {
      assertOutside()
      if (reader.isRead(query)) return readConnection().run(query, params, method)
      return transaction(async () => writer.run(query, params, method))
    },
    {
      accepts: reader.isRead,
      current() {
        assertOutside()
        return readConnection().queries
      },
    },
  )
  return Object.assign(db, {
    transaction,
    close() {
      reader.connection.close()
      writer.connection.close()
    },
  })
}

function createDrizzle(run: AsyncRemoteCallback, sync: SyncQueries): Queries {
  // drizzle() ignores `casing` unless it is given a batch callback too (0.45).
  const db = drizzle(run, (batch) => Promise.all(batch.map((q) => run(q.sql, q.params, q.method))), {
    casing: 'snake_case',
  })
  return Object.assign(db, { sync })
}
