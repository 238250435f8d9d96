import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { dialect } from '../../drizzle/kit.ts'
import { streamEvents, streams } from '../../drizzle/schema.ts'
import { eventData } from '../../shared/staff-events.ts'
import type { AppEvent } from '../../shared/stream.ts'
import { giveWay } from '../db/give-way.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import type { Tx } from '../db/transactions.ts'
import { toJson, type EncodeCache } from '../encode.ts'
import type { StoredEvent } from './event-bus.ts'

export type PendingEvent = { stream: string; event: AppEvent }

const insertEvents = preparedInsert('keep_events', streamEvents)

/**
 * The ceiling of one event's data: 64 kB of JSON, counted in characters, so that it doesn't depend on the script of a
 * name. What an event contains is bounded far below it (docs/streams.md).
 */
export const maxEventLength = 64 * 1024
/** How many events of a mutation are written before other requests get their turn. */
const batchSize = 50

/** The events of one mutation; `onStored` gets them as they are stored. */
export type PendingEvents = {
  pending: PendingEvent[]
  encodeCache?: EncodeCache
  onStored(events: StoredEvent[]): void
}

/**
 * Appends the events of mutations to their streams, as the last step of a transaction. A stream's row stays locked until
 * the commit, so sequence numbers are gapless and in commit order. Streams are locked in the order of their names, so two
 * transactions can't deadlock.
 * @throws an Error, which rolls everything back, for an event above `maxEventLength`: a row that nothing bounds
 */
export async function append(tx: Tx, mutations: PendingEvents[]) {
  const at = new Date()
  const encoded: StoredEvent[][] = []
  // Encoded before the streams are locked.
  for (const mutation of mutations) encoded.push(await encodeEvents(mutation, at))
  const events = encoded.flat()
  const counts = new Map<string, number>()
  for (const { stream } of events) counts.set(stream, (counts.get(stream) ?? 0) + 1)
  const next = await advanceHeads(tx, counts)
  for (const event of events) {
    event.seq = next.get(event.stream)!
    next.set(event.stream, event.seq + 1)
  }
  for (let first = 0; first < events.length; first += batchSize) {
    if (first > 0) await giveWay()
    await insertEvents(tx, events.slice(first, first + batchSize))
  }
  mutations.forEach(({ onStored }, i) => onStored(encoded[i]!))
}

/** A mutation's events, stream by stream. Their numbers are not known yet. */
async function encodeEvents({ pending, encodeCache }: PendingEvents, at: Date): Promise<StoredEvent[]> {
  const encoded: StoredEvent[] = []
  for (const stream of [...new Set(pending.map((one) => one.stream))].toSorted()) {
    for (const { event } of pending.filter((one) => one.stream === stream)) {
      encoded.push(encodeEvent(stream, event, at, encodeCache))
      if (encoded.length % batchSize === 0) await giveWay()
    }
  }
  return encoded
}

function encodeEvent(stream: string, { type, data }: AppEvent, at: Date, encodeCache?: EncodeCache): StoredEvent {
  const json = toJson(eventData[type] as z.ZodMiniType, data, encodeCache)
  if (json.length > maxEventLength) {
    throw new Error(`An event ${type} of ${json.length} characters exceeds the limit of ${maxEventLength}`)
  }
  return { stream, seq: 0, type, at, data: json }
}

/** Reserves sequence numbers in streams, by how many each needs, and returns the first of each. */
async function advanceHeads(tx: Tx, counts: Map<string, number>): Promise<Map<string, number>> {
  const first = new Map<string, number>()
  const streamCounts = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (let start = 0; start < streamCounts.length; start += maxHeadsPerStatement) {
    const batch = streamCounts.slice(start, start + maxHeadsPerStatement)
    for (const { name, seq } of await advanceOf(batch.length)(tx, batch.flat())) {
      first.set(name, seq - counts.get(name)! + 1)
    }
  }
  return first
}

/** Postgres advances all in one round trip; SQLite has none to spare. */
const maxHeadsPerStatement = dialect === 'sqlite' ? 1 : 20

const advanceByCount = new Map<number, ReturnType<typeof prepareAdvance>>()
function advanceOf(count: number) {
  let advance = advanceByCount.get(count)
  if (!advance) advanceByCount.set(count, (advance = prepareAdvance(count)))
  return advance
}
/** Its placeholders are numbered: a name and a count for each stream. */
const prepareAdvance = (count: number) =>
  prepared(`advance_heads_${count}`, (db) =>
    db
      .insert(streams)
      .values(
        Array.from({ length: count }, (_, i) => ({
          name: sql`${sql.placeholder(String(2 * i))}`,
          seq: sql`${sql.placeholder(String(2 * i + 1))}`,
        })),
      )
      .onConflictDoUpdate({ target: streams.name, set: { seq: sql`${streams.seq} + excluded.seq` } })
      .returning({ name: streams.name, seq: streams.seq }),
  )
