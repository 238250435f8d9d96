import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { streamEvents, streams } from '../../drizzle/schema.ts'
import { eventData, type StoreEvent } from '../../shared/stream.ts'
import { locking, prepared, preparedInsert, type Tx } from '../db/transactions.ts'
import { toJson, type Written } from '../encode.ts'
import type { Committed } from './bus.ts'

export type Told = { stream: string; event: StoreEvent }

const named = eq(streams.name, sql.placeholder('name'))
const lockHead = prepared('lock_stream', (db) => locking(db.select({ seq: streams.seq }).from(streams).where(named)))
const begin = prepared('begin_stream', (db) =>
  db
    .insert(streams)
    .values({ name: sql.placeholder('name'), seq: 0 })
    .onConflictDoNothing(),
)
const moveHead = prepared('move_stream', (db) =>
  db
    .update(streams)
    .set({ seq: sql`${sql.placeholder('seq')}` })
    .where(named),
)

/** Takes the next `count` numbers of a stream and gives the last of them; its row is locked until the commit. */
async function advance(tx: Tx, name: string, count: number): Promise<number> {
  let [head] = await lockHead(tx, { name })
  if (!head) {
    await begin(tx, { name })
    ;[head] = await lockHead(tx, { name })
  }
  const seq = head!.seq + count
  await moveHead(tx, { name, seq })
  return seq
}

const keep = preparedInsert('keep_events', streamEvents)

/**
 * Writes events on their streams, last in a transaction. The stream's row stays locked until the commit,
 * so that numbers are dense and in the order of the commits; streams go in the order of their names,
 * so that two transactions never wait for each other.
 */
export async function append(tx: Tx, told: Told[], written?: Written): Promise<Committed[]> {
  const at = new Date()
  const committed: Committed[] = []
  for (const name of [...new Set(told.map((one) => one.stream))].toSorted()) {
    const events = told.filter((one) => one.stream === name)
    let seq = (await advance(tx, name, events.length)) - events.length
    for (const { event } of events) {
      const data = toJson(eventData[event.type] as z.ZodMiniType, event.data, written)
      committed.push({ stream: name, seq: ++seq, type: event.type, at, data })
    }
  }
  await keep(tx, committed)
  return committed
}
