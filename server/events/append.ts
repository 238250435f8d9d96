import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { streamEvents, streams } from '../../drizzle/schema.ts'
import { eventData, type AppEvent } from '../../shared/stream.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import { forUpdate, type Tx } from '../db/transactions.ts'
import { toJson, type EncodeCache } from '../encode.ts'
import type { StoredEvent } from './event-bus.ts'

export type PendingEvent = { stream: string; event: AppEvent }

const isNamed = eq(streams.name, sql.placeholder('name'))
const lockHead = prepared('lock_stream', (db) =>
  forUpdate(db.select({ seq: streams.seq }).from(streams).where(isNamed)),
)
const createStream = prepared('begin_stream', (db) =>
  db
    .insert(streams)
    .values({ name: sql.placeholder('name'), seq: 0 })
    .onConflictDoNothing(),
)
const updateHead = prepared('move_stream', (db) =>
  db
    .update(streams)
    .set({ seq: sql`${sql.placeholder('seq')}` })
    .where(isNamed),
)
const insertEvents = preparedInsert('keep_events', streamEvents)

/**
 * The ceiling of one event's data: 64 kB of JSON, counted in characters, so that it doesn't depend on the script of a
 * name. What an event contains is bounded far below it (docs/streams.md).
 */
export const maxEventLength = 64 * 1024

/**
 * Appends events to their streams, as the last step of a transaction. A stream's row stays locked until the commit, so
 * sequence numbers are gapless and in commit order. Streams are locked in the order of their names, so two transactions
 * can't deadlock.
 * @throws an Error, which rolls everything back, for an event above `maxEventLength`: a row that nothing bounds
 */
export async function append(tx: Tx, pending: PendingEvent[], encodeCache?: EncodeCache): Promise<StoredEvent[]> {
  const at = new Date()
  const stored: StoredEvent[] = []
  for (const stream of [...new Set(pending.map((one) => one.stream))].toSorted()) {
    const events = pending.filter((one) => one.stream === stream)
    let seq = (await advanceHead(tx, stream, events.length)) - events.length
    for (const { event } of events) {
      const data = toJson(eventData[event.type] as z.ZodMiniType, event.data, encodeCache)
      if (data.length > maxEventLength) {
        throw new Error(`An event ${event.type} of ${data.length} characters exceeds the limit of ${maxEventLength}`)
      }
      stored.push({ stream, seq: ++seq, type: event.type, at, data })
    }
  }
  await insertEvents(tx, stored)
  return stored
}

/** Reserves the next `count` sequence numbers of a stream, and returns the last of them. */
async function advanceHead(tx: Tx, name: string, count: number): Promise<number> {
  let [head] = await lockHead(tx, { name })
  if (!head) {
    await createStream(tx, { name })
    ;[head] = await lockHead(tx, { name })
  }
  const seq = head!.seq + count
  await updateHead(tx, { name, seq })
  return seq
}
