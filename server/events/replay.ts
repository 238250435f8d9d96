import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { streamEvents } from '../../drizzle/schema.ts'
import type { StreamName } from '../../shared/stream-cursor.ts'
import { maxReplayBytes, maxReplayEvents, type JoinMode } from '../../shared/stream.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import type { StoredEvent } from './event-bus.ts'
import type { StreamHeads, StreamReader } from './stream-heads.ts'
import { toWireJson } from './wire-format.ts'

/** The cursor that a client connects with; a stream it leaves out is joined live. */
type Since = { epoch?: string | undefined; heads: Partial<Record<StreamName, number | undefined>> }
/** A stream that a reader joins. In mode `replay`, the events after `cursor` up to `head` are sent first. */
export type JoinedStream = { name: StreamName; stream: string; head: number; cursor: number; mode: JoinMode }

/**
 * Decides how a reader joins each of its streams: another epoch, a cursor ahead of the head, pruned events, or more than
 * `maxReplayEvents` mean `resync`. Before a replay, `limitReplay` decides on its size.
 */
export async function planReplay(
  streamHeads: StreamHeads,
  reader: StreamReader,
  since: Since,
): Promise<JoinedStream[]> {
  return (await streamHeads.readHeads(reader)).map(({ name, stream, head, oldest }) => {
    const cursor = since.heads[name]
    if (cursor === undefined) return { name, stream, head, cursor: head, mode: 'live' }
    const canReplay =
      since.epoch === streamHeads.epoch && cursor <= head && cursor >= oldest - 1 && head - cursor <= maxReplayEvents
    return { name, stream, head, cursor, mode: canReplay ? 'replay' : 'resync' }
  })
}

/** Whether any events are to be sent before the live ones. */
export const needsReplay = (joined: JoinedStream[]) => joined.some(isBehind)

const isBehind = ({ mode, cursor, head }: JoinedStream) => mode === 'replay' && cursor < head

/**
 * Decides which replays are made, before the first event is sent: a replay is complete or it isn't made. Together they
 * have at most `maxReplayBytes` of data; beyond that, or where events have just been pruned, a stream is `resync`.
 */
export async function limitReplay(db: Db, joined: JoinedStream[]): Promise<JoinedStream[]> {
  const limited: JoinedStream[] = []
  let bytesLeft = maxReplayBytes
  for (const one of joined) {
    const { bytes, count } = isBehind(one) ? await measureReplay(db, one) : { bytes: 0, count: one.head - one.cursor }
    const fits = bytes <= bytesLeft && count === one.head - one.cursor
    if (fits) bytesLeft -= bytes
    limited.push(fits || one.mode !== 'replay' ? one : { ...one, mode: 'resync' })
  }
  return limited
}

/** Events that were to be replayed have been pruned. */
export class ReplayGapError extends Error {}

/** Events read at once. */
const sliceSize = 50

/**
 * Reads the missed events, in slices of up to 50: each a JSON array of `WireEvent`.
 * @throws ReplayGapError if some of them have been pruned since `limitReplay`
 */
export async function* readMissedEvents(db: Db, joined: JoinedStream[]): AsyncGenerator<string> {
  for (const { stream, cursor, head } of joined.filter(isBehind)) {
    let after = cursor
    while (after < head) {
      // Slices end at multiples of their size, so clients with different cursors share them.
      const upTo = Math.min(head, (Math.floor(after / sliceSize) + 1) * sliceSize)
      yield await readSlice(db, { stream, after, upTo })
      after = upTo
    }
  }
}

type Range = { stream: string; after: number; upTo: number }

const inRange = () =>
  and(
    eq(streamEvents.stream, sql.placeholder('stream')),
    gt(streamEvents.seq, sql.placeholder('after')),
    lte(streamEvents.seq, sql.placeholder('upTo')),
  ) as SQL
const selectEvents = prepared('events_between', (db) =>
  db.select().from(streamEvents).where(inRange()).orderBy(asc(streamEvents.seq)),
)
const measureEvents = prepared('bytes_between', (db) =>
  db
    .select({
      count: sql`count(*)`.mapWith(Number),
      // Doesn't read the data: both databases know the size of a value without it.
      bytes: sql`coalesce(sum(octet_length(${streamEvents.data})), 0)`.mapWith(Number),
    })
    .from(streamEvents)
    .where(inRange()),
)

type ReplaySize = { count: number; bytes: number }

async function measureReplay(db: Db, { stream, cursor, head }: JoinedStream): Promise<ReplaySize> {
  const range = { stream, after: cursor, upTo: head }
  const cached = cacheOf(db).sizes.get(range)
  if (cached) return cached
  const [measured] = await measureEvents(db, range)
  cacheOf(db).sizes.set(range, measured!, 1)
  return measured!
}

async function readSlice(db: Db, range: Range): Promise<string> {
  const cached = cacheOf(db).slices.get(range)
  if (cached !== undefined) return cached
  const events = (await selectEvents(db, range)) as StoredEvent[]
  if (events.length < range.upTo - range.after) throw new ReplayGapError('Events were pruned during their replay')
  const json = toWireJson(events)
  cacheOf(db).slices.set(range, json, json.length)
  return json
}

const maxCachedSizes = 100
const maxCachedCharacters = 2 * maxReplayBytes

type ReplayCache = { sizes: RangeCache<ReplaySize>; slices: RangeCache<string> }
const caches = new WeakMap<Db, ReplayCache>()

/** What was read of shared streams: clients that reconnect together have missed the same. */
function cacheOf(db: Db): ReplayCache {
  let cache = caches.get(db)
  if (!cache) {
    cache = { sizes: createRangeCache(maxCachedSizes), slices: createRangeCache(maxCachedCharacters) }
    caches.set(db, cache)
  }
  return cache
}

type RangeCache<T> = { get(range: Range): T | undefined; set(range: Range, value: T, size: number): void }

/** Caches values by range, up to a total size; a user's own stream is never cached. */
function createRangeCache<T>(maxSize: number): RangeCache<T> {
  const entries = new Map<string, { value: T; size: number }>()
  let total = 0
  const keyOf = ({ stream, after, upTo }: Range) => `${stream} ${after} ${upTo}`
  return {
    get: (range) => entries.get(keyOf(range))?.value,
    set(range, value, size) {
      if (range.stream.startsWith('user:') || entries.has(keyOf(range))) return
      entries.set(keyOf(range), { value, size })
      total += size
      for (const [key, oldest] of entries) {
        if (total <= maxSize) return
        entries.delete(key)
        total -= oldest.size
      }
    },
  }
}
