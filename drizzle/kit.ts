// The column vocabulary of the store, once per dialect. Both give the same JavaScript types,
// so the schema is written once and typed as SQLite (the default).
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'

// Read here and not in server/env.ts because drizzle-kit loads the schema without the server.
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
  oneOf: <const T extends [string, ...string[]]>(...values: T) => lite.text({ enum: values }),
  int: () => lite.integer(),
  /** Hundredths of a US dollar. */
  cents: () => lite.integer(),
  bool: () => lite.integer({ mode: 'boolean' }),
  /** Milliseconds since 1970 in SQLite, `timestamptz(3)` in Postgres; a Date in the program. */
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

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
// Asking the system for random bytes costs more than the rest of an id: taken for many ids at a time.
let drawn = ''
let used = 0

function draw(count: number): string {
  if (used + count > drawn.length) {
    const letters: number[] = []
    for (const byte of crypto.getRandomValues(new Uint8Array(4096))) {
      // 252 is the last multiple of 36: the 4 values above it would favour some characters.
      if (byte < 252) letters.push(alphabet.charCodeAt(byte % 36))
    }
    drawn = String.fromCharCode(...letters)
    used = 0
  }
  return drawn.slice(used, (used += count))
}

let lastAt = -1
let time = ''
let inMillisecond = 0

/**
 * A new id: 9 characters of the time, 2 that count within its millisecond, then 11 random ones (56 bits). What one process
 * makes in the same millisecond is in order too. The order number is its last 6.
 */
export function newId(at = Date.now()): string {
  if (at === lastAt) {
    inMillisecond = Math.min(inMillisecond + 1, 36 ** 2 - 1)
  } else {
    lastAt = at
    time = at.toString(36).padStart(9, '0')
    inMillisecond = 0
  }
  return time + inMillisecond.toString(36).padStart(2, '0') + draw(11)
}

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
