import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle as drizzleSync } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { type AsyncRemoteCallback, drizzle } from 'drizzle-orm/sqlite-proxy'
import { busy, isBusy } from './errors.ts'
import { refuseDamaged, refuseNewer } from './migrations.ts'
import { type AfterCommit, type Db, type Straight, type Tx, watch, within } from './transactions.ts'

type Waiting = {
  work: (tx: Tx, afterCommit: AfterCommit) => Promise<unknown>
  /** When it was asked for, in milliseconds. */
  since: number
  done: (value: unknown) => void
  failed: (error: unknown) => void
}

/** How many transactions are committed together at the most. */
const mostTogether = 64
/** How long a database locked by another process is waited for, in milliseconds. */
const patience = 2000

/**
 * SQLite with Postgres' manners: async transactions, one writer at a time, reads that never wait.
 * Transactions that wait in the same turn of the event loop share one commit, hence one write to the disk;
 * each is told its outcome only after that.
 */
export function openSqlite(file: string, migrations = 'drizzle/sqlite'): Db {
  if (dirname(file)) mkdirSync(dirname(file), { recursive: true })
  const writer = connect(file)
  upgrade(writer.connection, migrations)
  // It waits between its tries instead, where it holds up nobody.
  writer.connection.pragma('busy_timeout = 0')
  const reader = connect(file, true)

  const tx = over((query, params, method) => {
    if (watch.isOutside()) throw new Error(`The transaction is over: ${query}`)
    return writer.run(query, params, method)
  })

  const waiting: Waiting[] = []
  let writing = false

  const transaction: Db['transaction'] = (work) => {
    if (watch.isInside()) throw new Error('Use tx, not db, inside a transaction')
    return new Promise((done, failed) => {
      waiting.push({ work, since: Date.now(), done: done as (value: unknown) => void, failed })
      if (!writing) void writeAll()
    })
  }

  async function writeAll() {
    writing = true
    while (waiting.length > 0) {
      // Requests that arrived in this turn of the event loop get to join.
      await new Promise(setImmediate)
      await commitTogether(waiting.splice(0, mostTogether))
    }
    writing = false
  }

  /** Nobody hears before the commit. */
  async function commitTogether(group: Waiting[]) {
    let tell: (() => void)[]
    try {
      await begin(group[0]!.since + patience)
      tell = (await runAll(group)) ?? (await runEachAlone(group))
      writer.exec('commit')
    } catch (error) {
      if (writer.connection.inTransaction) writer.exec('rollback')
      for (const { failed } of group) failed(error)
      return
    }
    for (const one of tell) one()
  }

  /**
   * One after the other; null, and nothing written, when one that had written something threw: then each needs a
   * savepoint, of which most groups are spared the cost (a copy of every page that is written to).
   */
  async function runAll(group: Waiting[]) {
    const outcomes: (() => void)[] = []
    for (const { work, done, failed } of group) {
      const before = writer.changes()
      try {
        const { value, after } = await within((afterCommit) => work(tx, afterCommit))
        outcomes.push(() => succeed(value, after, done))
      } catch (error) {
        if (!writer.connection.inTransaction) throw error
        if (writer.changes() > before) {
          writer.exec('rollback')
          if (group.length === 1) throw error
          await begin(Date.now() + patience)
          return null
        }
        outcomes.push(() => failed(error))
      }
    }
    return outcomes
  }

  /** Each in a savepoint of its own, so that one's refusal leaves the others be. */
  async function runEachAlone(group: Waiting[]) {
    const outcomes: (() => void)[] = []
    for (const { work, done, failed } of group) {
      writer.exec('savepoint one')
      try {
        const { value, after } = await within((afterCommit) => work(tx, afterCommit))
        outcomes.push(() => succeed(value, after, done))
      } catch (error) {
        // A full disk ends the whole transaction: nothing of the group may then be taken for done.
        if (!writer.connection.inTransaction) throw error
        writer.exec('rollback to one')
        outcomes.push(() => failed(error))
      }
      writer.exec('release one')
    }
    return outcomes
  }

  function succeed(value: unknown, after: (() => void)[], done: (value: unknown) => void) {
    for (const run of after) run()
    done(value)
  }

  /** Waits for another process' lock without holding up the event loop. @throws 503 when it lasts. */
  async function begin(until: number): Promise<void> {
    try {
      writer.exec('begin immediate')
    } catch (error) {
      if (!isBusy(error)) throw error
      if (Date.now() > until) throw busy()
      await new Promise((resolve) => setTimeout(resolve, 25))
      return begin(until)
    }
  }

  const db = over((query, params, method) => {
    if (watch.isInside()) throw new Error(`Use tx, not db, inside a transaction: ${query}`)
    // Between transactions the writer reads faster: the reader's pages are void after each commit.
    if (reader.isRead(query)) return (writer.connection.inTransaction ? reader : writer).run(query, params, method)
    return transaction(async () => writer.run(query, params, method))
  })

  return Object.assign(db, {
    transaction,
    close() {
      reader.connection.close()
      writer.connection.close()
    },
  })
}

/** Opens a connection whose statements are each prepared once. */
function connect(file: string, readonly = false) {
  const connection = new Database(file, { readonly })
  connection.pragma('busy_timeout = 50')
  connection.pragma('foreign_keys = ON')
  connection.pragma('cache_size = -32768')
  // What a statement may have to take back is kept in memory: in a file of its own it costs more than the statement.
  connection.pragma('temp_store = MEMORY')
  if (!readonly) {
    // Of a new file; an order and its events fit on one page.
    connection.pragma('page_size = 8192')
    connection.pragma('journal_mode = WAL')
    // After every open: better-sqlite3 falls back to NORMAL, with which a power cut loses what was acknowledged.
    connection.pragma('synchronous = FULL')
  }
  const kept = new Map<string, Database.Statement>()
  const prepare = (query: string) => {
    let statement = kept.get(query)
    if (!statement) {
      if (kept.size >= 500) kept.delete(kept.keys().next().value!)
      statement = connection.prepare(query)
      if (statement.reader) statement.raw()
      kept.set(query, statement)
    }
    return statement
  }
  const changes = connection.prepare('select total_changes()').pluck()
  return {
    connection,
    isRead: (query: string) => prepare(query).readonly,
    /** How many rows were ever written over this connection. */
    changes: () => changes.get() as number,
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

/** Migrations that make a table anew need foreign keys off, or their cascades delete its children. */
function upgrade(connection: Database.Database, migrations: string) {
  refuseDamaged(connection)
  refuseNewer(connection, migrations)
  connection.pragma('foreign_keys = OFF')
  migrate(drizzleSync(connection), { migrationsFolder: migrations })
  connection.pragma('foreign_keys = ON')
}

function over(straight: Straight) {
  const run: AsyncRemoteCallback = async (query, params, method) => straight(query, params, method)
  // With a batch callback, as only that form of drizzle() heeds `casing` (0.45).
  const db = drizzle(run, (batch) => Promise.all(batch.map((q) => run(q.sql, q.params, q.method))), {
    casing: 'snake_case',
  })
  return Object.assign(db, { straight })
}
