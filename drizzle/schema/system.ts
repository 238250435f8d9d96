import type { SystemProcess } from '../../shared/staff/system-schema.ts'
import { kit } from '../kit.ts'

/** The running processes that share a Postgres, each with what it last reported of itself. */
export const processes = kit.table('processes', {
  id: kit.text().primaryKey(),
  report: kit.json<Omit<SystemProcess, 'id' | 'seenAt'>>().notNull(),
  seenAt: kit.time().notNull(),
})

/** One row: the last backup that was recorded. */
export const lastBackup = kit.table('last_backup', {
  id: kit.int().primaryKey(),
  at: kit.time().notNull(),
  /** The size of the copy; null where it isn't known. */
  kilobytes: kit.int(),
})
