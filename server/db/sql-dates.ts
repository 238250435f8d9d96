import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { dialect } from '../../drizzle/kit.ts'

/** The UTC day of a time column, such as '2026-11-21'. */
export const utcDay = (at: SQLiteColumn): SQL<string> =>
  dialect === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%d', ${at} / 1000, 'unixepoch')`
    : sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`

/** The milliseconds between two time columns. */
export const millisecondsBetween = (from: SQLiteColumn, to: SQLiteColumn): SQL<number> =>
  (dialect === 'sqlite' ? sql`${to} - ${from}` : sql`extract(epoch from (${to} - ${from})) * 1000`).mapWith(Number)
