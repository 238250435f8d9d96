import { and, eq, lt, lte, max } from 'drizzle-orm'
import { streamEvents, streams } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'

/** Deletes the events older than `before`, and records per stream the oldest event that can still be replayed. */
export async function pruneEvents(db: Db, before: Date) {
  const expired = await db
    .select({ stream: streamEvents.stream, last: max(streamEvents.seq) })
    .from(streamEvents)
    .where(lt(streamEvents.at, before))
    .groupBy(streamEvents.stream)
  for (const { stream, last } of expired) {
    await db.transaction(async (tx) => {
      await tx
        .update(streams)
        .set({ oldest: last! + 1 })
        .where(eq(streams.name, stream))
      await tx.delete(streamEvents).where(and(eq(streamEvents.stream, stream), lte(streamEvents.seq, last!)))
    })
  }
}
