import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { streamEvents, streams } from '../../drizzle/schema.ts'
import { deleteBatchSize } from '../db/delete-in-batches.ts'
import { prepared, typedPlaceholder } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'

/**
 * Deletes the events older than `before` in batches, and serves requests between two of them. Each batch also moves
 * `oldest`, from which its streams can still be replayed, so a stream never has a hole above it.
 * @returns how many events were deleted
 */
export async function pruneEvents(db: Db, before: Date): Promise<number> {
  let deleted = 0
  for (;;) {
    const count = await pruneBatch(db, before)
    deleted += count
    if (count < deleteBatchSize) return deleted
    await new Promise(setImmediate)
  }
}

const deleteOldest = prepared('prune_events', (db) => {
  const oldest = db
    .select({ stream: streamEvents.stream, seq: streamEvents.seq })
    .from(streamEvents)
    .where(lt(streamEvents.at, typedPlaceholder('before', streamEvents.at)))
    .orderBy(asc(streamEvents.at))
    .limit(deleteBatchSize)
  return db
    .delete(streamEvents)
    .where(sql`(${streamEvents.stream}, ${streamEvents.seq}) in ${oldest}`)
    .returning({ stream: streamEvents.stream, seq: streamEvents.seq })
})
const raiseOldest = prepared('raise_oldest', (db) =>
  db
    .update(streams)
    .set({ oldest: sql`${sql.placeholder('oldest')}` })
    .where(and(eq(streams.name, sql.placeholder('name')), lt(streams.oldest, sql.placeholder('oldest')))),
)

const pruneBatch = (db: Db, before: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const deleted = await deleteOldest(tx, { before })
    const lastDeleted = new Map<string, number>()
    for (const { stream, seq } of deleted) lastDeleted.set(stream, Math.max(seq, lastDeleted.get(stream) ?? 0))
    // In the order of their names, in which `append` locks them too.
    for (const name of [...lastDeleted.keys()].toSorted()) {
      await raiseOldest(tx, { name, oldest: lastDeleted.get(name)! + 1 })
    }
    return deleted.length
  })
