import { kit } from '../kit.ts'

/** Work that one process at a time does, of those that share the database. */
export const leases = kit.table('leases', {
  name: kit.text().primaryKey(),
  /** The process that has it. */
  holder: kit.text().notNull(),
  /** When it is free again, unless it is renewed. */
  until: kit.time().notNull(),
})
