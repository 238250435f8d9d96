import type { Column, SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { streams } from '../../drizzle/schema.ts'
import type { StreamName } from '../../shared/stream-cursor.ts'

/** The heads of the streams that there are for a user. */
export type ReaderHeads = Record<StreamName, number>

const headOf = (name: SQL | string) =>
  sql`coalesce((select ${streams.seq} from ${streams} where ${streams.name} = ${name}), 0)`.mapWith(Number)

/** Columns for a query of a user: the heads of their streams, in the same round trip. */
export const selectHeadsOf = (userId: Column) => ({
  user: headOf(sql`'user:' || ${userId}`),
  staff: headOf(sql`'staff'`),
  catalogue: headOf(sql`'catalogue'`),
})
