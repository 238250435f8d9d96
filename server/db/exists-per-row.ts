import { exists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'

/**
 * Whether a subquery about the current row finds anything, looked up row by row, for lists that end after a page. Without
 * an offset, Postgres would evaluate the subquery for all rows before it reads the first.
 */
export const existsPerRow = (query: SQLWrapper): SQL =>
  dialect === 'sqlite' ? exists(query) : sql`exists (${query} offset 0)`
