import { and, eq, lt, lte, max } from 'drizzle-orm'
import { streamEvents, streams } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'

/** Forgets events older than `before`; a stream remembers where its replays can begin. */
export async function forgetEvents(db: Db, before: Date) {
  const old = await db
    .select({ stream: streamEvents.stream, last: max(streamEvents.seq) })
    .from(streamEvents)
    .where(lt(streamEvents.at, before))
    .groupBy(streamEvents.stream)
  for (const { stream, last } of old) {
    await db.transaction(async (tx) => {
      await tx
        .update(streams)
        .set({ oldest: last! + 1 })
        .where(eq(streams.name, stream))
      await tx.delete(streamEvents).where(and(eq(streamEvents.stream, stream), lte(streamEvents.seq, last!)))
    })
  }
}
