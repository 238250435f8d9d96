import { eq, inArray, sql } from 'drizzle-orm'
import { dialect, newId } from '../../drizzle/kit.ts'
import { epochs, streams } from '../../drizzle/schema.ts'
import { formatStreamCursor, type StreamCursor, type StreamName, streamNames } from '../../shared/stream-cursor.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import type { EventBus } from './event-bus.ts'

/** The user who follows the streams; null for a visitor. */
export type StreamReader = { id: string; isAdmin: boolean } | null

const columns = { name: streams.name, seq: streams.seq, oldest: streams.oldest }

const selectHead = prepared('stream_head', (db) =>
  db
    .select(columns)
    .from(streams)
    .where(eq(streams.name, sql.placeholder('name'))),
)

const selectThreeHeads = prepared('stream_heads', (db) =>
  db
    .select(columns)
    .from(streams)
    .where(inArray(streams.name, [sql.placeholder('first'), sql.placeholder('second'), sql.placeholder('third')])),
)

/** The streams that a reader may follow, by the names that clients use for them. */
export function visibleStreams(reader: StreamReader): Partial<Record<StreamName, string>> & { catalogue: string } {
  const catalogue = 'catalogue'
  if (!reader) return { catalogue }
  const user = `user:${reader.id}`
  return reader.isAdmin ? { user, staff: 'staff', catalogue } : { user, catalogue }
}

const maxCachedHeads = 50_000

/**
 * Reads stream heads. A response's cursor is read before its data, so that no event falls between the response and the
 * stream.
 */
export async function createStreamHeads(db: Db, bus: EventBus) {
  const epoch = await readEpoch(db)
  // A SQLite file has one writing process, so its own commits are all there are. Postgres is queried each time.
  const cachedHeads = new Map<string, number>()
  if (dialect === 'sqlite') {
    bus.subscribe('events', (events) => events.forEach(({ stream, seq }) => cacheHead(stream, seq)))
  }

  function cacheHead(stream: string, seq: number) {
    if (!cachedHeads.has(stream) && cachedHeads.size >= maxCachedHeads) {
      cachedHeads.delete(cachedHeads.keys().next().value!)
    }
    // A head that was read before a commit may arrive here after it.
    cachedHeads.set(stream, Math.max(seq, cachedHeads.get(stream) ?? 0))
  }

  /** The heads in the database; `oldest` is the oldest event that can still be replayed. */
  async function readHeads(reader: StreamReader) {
    const names = visibleStreams(reader)
    const rows = await selectHeads(names)
    const rowsByName = new Map(rows.map((row) => [row.name, row]))
    return (Object.entries(names) as [StreamName, string][]).map(([name, stream]) => ({
      name,
      stream,
      head: rowsByName.get(stream)?.seq ?? 0,
      oldest: rowsByName.get(stream)?.oldest ?? 1,
    }))
  }

  async function selectHeads(names: ReturnType<typeof visibleStreams>) {
    if (dialect !== 'sqlite') {
      return selectThreeHeads(db, { first: names.user ?? '', second: names.staff ?? '', third: names.catalogue })
    }
    // On SQLite three look-ups by key cost less than one by a list; on Postgres each would be a round trip.
    const rows = []
    for (const name of Object.values(names)) rows.push(...(await selectHead(db, { name })))
    return rows
  }

  // All visitors share one cursor, which every public page and response carries.
  let visitorCursor: { cursor: StreamCursor; text: string } | null = null

  /** The heads as a cursor; from memory on SQLite. */
  async function readCursor(reader: StreamReader): Promise<StreamCursor> {
    if (!reader && visitorCursor && visitorCursor.cursor.heads.catalogue === cachedHeads.get('catalogue')) {
      return visitorCursor.cursor
    }
    if (dialect !== 'sqlite') {
      return { epoch, heads: Object.fromEntries((await readHeads(reader)).map(({ name, head }) => [name, head])) }
    }
    const names = visibleStreams(reader)
    const cursor: StreamCursor = { epoch, heads: {} }
    for (const name of streamNames) {
      const stream = names[name]
      if (stream === undefined) continue
      if (!cachedHeads.has(stream)) cacheHead(stream, (await selectHead(db, { name: stream }))[0]?.seq ?? 0)
      cursor.heads[name] = cachedHeads.get(stream)!
    }
    if (!reader) visitorCursor = { cursor, text: formatStreamCursor(cursor) }
    return cursor
  }

  /** As `formatStreamCursor`, cached for visitors. */
  const formatCursor = (cursor: StreamCursor) =>
    cursor === visitorCursor?.cursor ? visitorCursor.text : formatStreamCursor(cursor)

  return { epoch, readHeads, readCursor, formatCursor }
}

export type StreamHeads = Awaited<ReturnType<typeof createStreamHeads>>

async function readEpoch(db: Db): Promise<string> {
  await db.insert(epochs).values({ id: 1, epoch: newId() }).onConflictDoNothing()
  const [row] = await db.select().from(epochs)
  return row!.epoch
}
