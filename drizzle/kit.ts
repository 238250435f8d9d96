// The column vocabulary, once per dialect. Both dialects yield the same JavaScript types, so the schema is written once
// and typed as SQLite (the default).
import { type Column, getTableName, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'

/**
 * The database this process uses. Tables are built for one dialect when they are imported, so it is read from the
 * environment here: drizzle-kit loads the schema without the server, and `.env` must be loaded before the first import.
 */
export const dialect: 'sqlite' | 'postgresql' = process.env.DATABASE_URL?.startsWith('postgres')
  ? 'postgresql'
  : 'sqlite'

const bytea = pg.customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

const sqlite = {
  table: lite.sqliteTable,
  text: () => lite.text(),
  /** Text restricted to a tuple of `shared/`; the table declares the CHECK with `enumerated`. */
  oneOf: <const T extends [string, ...string[]]>(...values: T) => lite.text({ enum: values }),
  int: () => lite.integer(),
  /** A number that counts up for as long as the store is open: 64 bits, of which JavaScript reads 53. */
  counter: () => lite.integer(),
  /** Cents of USD. */
  cents: () => lite.integer(),
  bool: () => lite.integer({ mode: 'boolean' }),
  /** Milliseconds since 1970 in SQLite, `timestamptz(3)` in Postgres; a Date in JavaScript. */
  time: () => lite.integer({ mode: 'timestamp_ms' }),
  json: <T>() => lite.text({ mode: 'json' }).$type<T>(),
  bytes: () => lite.blob({ mode: 'buffer' }),
  index: lite.index,
  uniqueIndex: lite.uniqueIndex,
  primaryKey: lite.primaryKey,
  check: lite.check,
}

const postgres: Record<keyof typeof sqlite, unknown> = {
  table: pg.pgTable,
  text: () => pg.text(),
  oneOf: (...values: [string, ...string[]]) => pg.text({ enum: values }),
  int: () => pg.integer(),
  counter: () => pg.bigint({ mode: 'number' }),
  cents: () => pg.bigint({ mode: 'number' }),
  bool: () => pg.boolean(),
  time: () => pg.timestamp({ withTimezone: true, precision: 3 }),
  json: () => pg.jsonb(),
  bytes: () => bytea(),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
  check: pg.check,
}

export const kit = dialect === 'sqlite' ? sqlite : (postgres as typeof sqlite)

const checkColumn = (column: Column, condition: SQL) => {
  return kit.check(`${getTableName(column.table)}_${toSnakeCase(column.name)}_check`, condition)
}
// A migration can't hold parameters, so constants are written into the SQL.
const literal = (value: string | number) => sql.raw(typeof value === 'number' ? String(value) : `'${value}'`)

/** A CHECK that a column holds one of these values. Like every CHECK, it accepts null. */
export function enumerated(column: Column, values: readonly string[]) {
  // Not `in (…)`, for which SQLite builds an index on every insert: 5 µs instead of 0.2.
  const comparisons = values.map((value) => sql`${column} = ${literal(value)}`)
  return checkColumn(column, sql.join(comparisons, sql` or `))
}

/** CHECKs that each column is at least `min`. */
export const atLeast = (min: number, ...columns: Column[]) =>
  columns.map((column) => checkColumn(column, sql`${column} >= ${literal(min)}`))

/** A CHECK that a column is between `min` and `max`, both included. */
export const between = (min: number, max: number, column: Column) =>
  checkColumn(column, sql`${column} between ${literal(min)} and ${literal(max)}`)

/** A CHECK that either all of these columns are null or none is. */
export const allOrNone = (name: string, first: Column, ...others: Column[]) => {
  const same = others.map((column) => sql`(${column} is null) = (${first} is null)`)
  return kit.check(name, sql.join(same, sql` and `))
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
// Fetching random bytes costs more than the rest of an id, so they are fetched for many ids at a time.
let randomPool = ''
let poolOffset = 0

function takeRandom(count: number): string {
  if (poolOffset + count > randomPool.length) {
    const codes: number[] = []
    for (const byte of crypto.getRandomValues(new Uint8Array(4096))) {
      // 252 is the largest multiple of 36 in a byte: the 4 values above it would favour some characters.
      if (byte < 252) codes.push(alphabet.charCodeAt(byte % 36))
    }
    randomPool = String.fromCharCode(...codes)
    poolOffset = 0
  }
  return randomPool.slice(poolOffset, (poolOffset += count))
}

let lastTimeMs = -1
let timePrefix = ''
let countInMs = 0

/**
 * A new id: 9 characters of time, 2 that count within the millisecond, then 11 random ones (56 bits). Ids of one process
 * sort by creation. The last 6 characters of an order's id are its order number.
 */
export function newId(atMs = Date.now()): string {
  if (atMs === lastTimeMs) {
    countInMs = Math.min(countInMs + 1, 36 ** 2 - 1)
  } else {
    lastTimeMs = atMs
    timePrefix = atMs.toString(36).padStart(9, '0')
    countInMs = 0
  }
  return timePrefix + countInMs.toString(36).padStart(2, '0') + takeRandom(11)
}

/** Not greater than any id that is created from this time on, so that rows can be found by age through their id. */
export const firstIdAt = (atMs: number) => atMs.toString(36).padStart(9, '0')

export const id = () =>
  kit
    .text()
    .primaryKey()
    .$defaultFn(() => newId())
export const createdAt = () =>
  kit
    .time()
    .notNull()
    .$defaultFn(() => new Date())
export const updatedAt = () =>
  kit
    .time()
    .notNull()
    .$defaultFn(() => new Date())
/** The optimistic lock of a row that staff edit: every edit adds 1, and an edit of an older version is a 409. */
export const version = () => kit.int().notNull().default(1)
