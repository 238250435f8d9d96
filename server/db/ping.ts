import { sql } from 'drizzle-orm'
import type { Db } from './transactions.ts'

/** Whether the database answers a query within `timeoutMs`. */
export async function answersWithin(db: Db, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const query = db.select({ one: sql`1` }).from(sql`(values (1)) as one`)
  const answer = query.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}
