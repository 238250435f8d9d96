import { and, eq, gt, or } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** A row that a job has to work on, and since when. */
export type DueRow = { id: string; dueAt: Date }

/** The rows after the last one of a batch, when they are sorted by the time they were due and their id. */
export const isAfterPlace = (dueAt: SQLiteColumn, id: SQLiteColumn, after: DueRow | undefined) =>
  after && or(gt(dueAt, after.dueAt), and(eq(dueAt, after.dueAt), gt(id, after.id)))
