import { AsyncLocalStorage } from 'node:async_hooks'
import { getTableColumns, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import { dialect } from '../../drizzle/kit.ts'

type Queries = Pick<
  SqliteRemoteDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$count'
> & { straight?: Straight }

/** Where a database can do it: a statement's rows, with nothing between it and the statement. */
export type Straight = (query: string, params: unknown[], method: string) => Rows | Promise<Rows>
type Rows = { rows: unknown[] }

/** A running transaction. */
export type Tx = Queries

/** Leaves something to do once the transaction is committed; forgotten when it is not. */
export type AfterCommit = (run: () => void) => void

/** The database outside of a transaction: reads of what is committed, and single statements. */
export type Db = Queries & {
  /**
   * Runs `work` as one transaction; what it throws is the rollback. Nothing but the database may be awaited
   * in it, as others wait behind it, and it may be run again: after another's refusal, or when Postgres says so.
   */
  transaction<T>(work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T>
  close(): void | Promise<void>
}

/** Runs `work` as the body of a transaction; `after` is what it left to do once that is committed. */
export async function within<T>(
  work: (afterCommit: AfterCommit) => Promise<T>,
): Promise<{ value: T; after: (() => void)[] }> {
  const after: (() => void)[] = []
  // Awaited in there: a query that is returned begins only when it is awaited.
  const value = await watch.run(async () => await work((run) => after.push(run)))
  return { value, after }
}

type Watch = { run<T>(work: () => Promise<T>): Promise<T>; isInside(): boolean; isOutside(): boolean }

/** Knows what runs inside a transaction, by following every promise. */
function watchTransactions(): Watch {
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
 * Finds queries on the wrong connection, which would wait for their own transaction for ever. Whoever develops or tests
 * the store is told; when it is built nobody looks, as to follow promises takes a tenth of the processor's time.
 */
export const watch: Watch = import.meta.env?.PROD
  ? { run: (work) => work(), isInside: () => false, isOutside: () => false }
  : watchTransactions()

/** Locks the rows it reads until the commit. SQLite has one writer at a time and needs no lock. */
export const locking = <Q extends object>(query: Q): Q =>
  dialect === 'sqlite' ? query : (query as Q & { for(strength: 'update'): Q }).for('update')

/** A value of a prepared query, stored as its column stores it; a bare placeholder takes text and numbers alone. */
export const given = (name: string, column: SQLiteColumn): SQL => sql`${sql.param(sql.placeholder(name), column)}`

type Preparable = { prepare(name?: string): { execute(values?: never): unknown } }
type Values = Record<string, unknown> | unknown[]

/**
 * A query built once for each connection, for what runs often. `sql.placeholder(name)` marks its values;
 * calling it gives the rows, at once where the database does.
 */
export function prepared<Q extends Preparable>(name: string, build: (db: Queries) => Q) {
  type Found = Awaited<ReturnType<ReturnType<Q['prepare']>['execute']>>
  type Answer = Found | Promise<Found>
  const kept = new WeakMap<Queries, (values: Values) => unknown>()
  return (db: Queries, values: Values = {}): Answer => {
    let execute = kept.get(db)
    if (!execute) kept.set(db, (execute = executing(db, build(db).prepare(name) as never)))
    return execute(values) as Answer
  }
}

/**
 * Runs a query that is built. Where the database allows, straight: what the query builder does besides (placeholders
 * looked for in every call, a log and a cache that nobody has set up) takes longer than many a statement.
 */
function executing({ straight }: Queries, query: Built): (values: Values) => unknown {
  if (!straight) return (values) => query.execute(values)
  const { sql: text, params, method } = query.getQuery()
  const fillers = params.map(fillerOf)
  const present = (answer: Rows) => query.mapResult(answer, true)
  return (values) => {
    const answer = straight(
      text,
      fillers.map((fill) => fill(values)),
      method,
    )
    return answer instanceof Promise ? answer.then(present) : present(answer)
  }
}

type Built = {
  execute(values: Values): unknown
  getQuery(): { sql: string; params: unknown[]; method: string }
  mapResult(answer: Rows, asRows: true): unknown
}

/** What stands in a parameter's place: the value given under its name, as its column stores it, or what it always is. */
function fillerOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => valueOf(param, values)
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param
    return (values) => encoder.mapToDriverValue(valueOf(value, values))
  }
  return () => param
}

/** SQLite would take what is forgotten for null. */
function valueOf({ name }: Placeholder, values: Values): unknown {
  const value = values[name as never]
  if (value === undefined) throw new Error(`No value was given for ${name}`)
  return value
}

/** How many rows one statement inserts at the most: SQLite keeps a copy of what several rows change, but not of one. */
const mostRows = dialect === 'sqlite' ? 1 : 50

/**
 * An insert of whole rows, built once for each number of them: every column is given, none is left to a default.
 * @throws the database's error when a row offends a constraint
 */
export function preparedInsert<T extends SQLiteTable>(name: string, table: T) {
  const columns = Object.entries(getTableColumns(table))
  const ofCount = new Map<number, ReturnType<typeof build>>()
  const build = (count: number) =>
    prepared(`${name}_${count}`, (db) =>
      db.insert(table).values(Array.from({ length: count }, (_, row) => marks(row * columns.length)) as never),
    )
  /** Values are given by their place, from `first` on. */
  const marks = (first: number) =>
    Object.fromEntries(columns.map(([column], i) => [column, sql`${sql.placeholder(String(first + i))}`]))

  return async (db: Queries, rows: T['$inferSelect'][]) => {
    for (let start = 0; start < rows.length; start += mostRows) {
      const some = rows.slice(start, start + mostRows)
      const values: unknown[] = []
      for (const row of some) {
        // Encoded here, as a placeholder with its column's encoder takes no null.
        for (const [name, column] of columns) {
          const value = row[name as keyof typeof row]
          values.push(value === null ? null : column.mapToDriverValue(value))
        }
      }
      let insert = ofCount.get(some.length)
      if (!insert) ofCount.set(some.length, (insert = build(some.length)))
      await insert(db, values)
    }
  }
}
