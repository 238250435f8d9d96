import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { dialect } from '../../drizzle/kit.ts'

/** LIKE takes % and _ as wildcards; a search means them literally. */
const escapeLike = (text: string) => text.replace(/[%_\\]/g, '\\$&')

/** Whether a column that is stored in lower case contains a text, in any case. */
export const containsLowercased = (column: SQLiteColumn, text: string): SQL =>
  sql`${column} like ${`%${escapeLike(text.toLowerCase())}%`} escape '\\'`

/** Whether any other column contains a text, in any case. */
export const containsIgnoreCase = (column: SQLiteColumn | SQL, text: string): SQL =>
  sql`lower(${column}) like ${`%${escapeLike(text.toLowerCase())}%`} escape '\\'`

/** Whether a column contains a text, exactly. Faster than LIKE, which ignores the case of ASCII letters on SQLite. */
export const contains = (column: SQLiteColumn, text: string): SQL =>
  dialect === 'sqlite' ? sql`instr(${column}, ${text}) > 0` : sql`strpos(${column}, ${text}) > 0`

/** Whether a column that is stored in lower case ends with a text, in any case. */
export const endsWith = (column: SQLiteColumn, text: string): SQL =>
  sql`${column} like ${`%${escapeLike(text.toLowerCase())}`} escape '\\'`
