import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** LIKE takes % and _ as wildcards; a search means them literally. */
const escapeLike = (text: string) => text.replace(/[%_\\]/g, '\\$&')

/** Whether a column that is stored in lower case contains a text, in any case. */
export const containsLowercased = (column: SQLiteColumn, text: string): SQL =>
  sql`${column} like ${`%${escapeLike(text.toLowerCase())}%`} escape '\\'`

/** Whether any other column contains a text, in any case. */
export const containsIgnoreCase = (column: SQLiteColumn | SQL, text: string): SQL =>
  sql`lower(${column}) like ${`%${escapeLike(text.toLowerCase())}%`} escape '\\'`

/** Whether a column that is stored in lower case ends with a text, in any case. */
export const endsWith = (column: SQLiteColumn, text: string): SQL =>
  sql`${column} like ${`%${escapeLike(text.toLowerCase())}`} escape '\\'`
