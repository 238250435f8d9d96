import { sql } from 'drizzle-orm'
import { outbox } from '../../drizzle/schema.ts'

/** Since when a waiting email is due. After a failed attempt, `nextAt` is the time of the next one. */
export const dueSince = sql`case when ${outbox.attempts} = 0 then ${outbox.nextAt} else ${outbox.createdAt} end`
