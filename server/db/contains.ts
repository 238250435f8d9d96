import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

// % and _ are wildcards to LIKE and plain signs to whoever searches.
const literal = (text: string) => text.replace(/[%_\\]/g, '\\$&')

/** Whether a column that is kept in lower case has these words in it. */
export const contains = (column: SQLiteColumn, text: string): SQL =>
  sql`${column} like ${`%${literal(text.toLowerCase())}%`} escape '\\'`

/** The same for one that is kept as it was written, in whatever case. */
export const containsInAnyCase = (column: SQLiteColumn, text: string): SQL =>
  sql`lower(${column}) like ${`%${literal(text.toLowerCase())}%`} escape '\\'`

/** Whether a column that is kept in lower case ends so. */
export const endsWith = (column: SQLiteColumn, text: string): SQL =>
  sql`${column} like ${`%${literal(text.toLowerCase())}`} escape '\\'`
