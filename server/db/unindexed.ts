import { type Column, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'

/**
 * A column in a condition that another one's index is read for. Without statistics, SQLite may prefer an index of this
 * column that has the rows in order, and read it through everyone's rows. Postgres has statistics.
 */
export const unindexed = (column: Column): SQL => (dialect === 'sqlite' ? sql`+${column}` : sql`${column}`)
