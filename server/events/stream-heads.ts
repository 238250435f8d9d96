import { eq, inArray, sql } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'
import { streams } from '../../drizzle/schema.ts'
import { formatStreamCursor, type StreamCursor, type StreamName, streamNames } from '../../shared/stream-cursor.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import { readEpoch } from './epoch.ts'
import type { EventBus } from './event-bus.ts'
import type { ReaderHeads } from '../auth/reader-heads.ts'

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
  let epoch = await readEpoch(db)
  // All visitors share one cursor, which every public page and response carries.
  let visitorCursor: { cursor: StreamCursor; text: string } | null = null
  bus.subscribe('epoch-changed', (changed) => {
    epoch = changed
    visitorCursor = null
  })
  // A SQLite file has one writing process, so its own commits are all there are.
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

  /**
   * The heads as a cursor; from memory on SQLite, and on Postgres for visitors while the bus knows the head.
   * @param known the heads that were read with the reader
   */
  async function readCursor(reader: StreamReader, known?: ReaderHeads): Promise<StreamCursor> {
    if (known) return { epoch, heads: pick(known, Object.keys(visibleStreams(reader)) as StreamName[]) }
    const catalogue = reader ? null : catalogueHead()
    if (catalogue !== null) {
      if (visitorCursor?.cursor.heads.catalogue !== catalogue) cacheVisitorCursor({ epoch, heads: { catalogue } })
      return visitorCursor!.cursor
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
    if (!reader) cacheVisitorCursor(cursor)
    return cursor
  }

  /** The head of the catalogue; null when it has to be read. */
  const catalogueHead = () => (dialect === 'sqlite' ? (cachedHeads.get('catalogue') ?? null) : bus.getHead('catalogue'))

  function cacheVisitorCursor(cursor: StreamCursor) {
    visitorCursor = { cursor, text: formatStreamCursor(cursor) }
  }

  /** As `formatStreamCursor`, cached for visitors. */
  const formatCursor = (cursor: StreamCursor) =>
    cursor === visitorCursor?.cursor ? visitorCursor.text : formatStreamCursor(cursor)

  return {
    /** The present epoch. */
    get epoch() {
      return epoch
    },
    readHeads,
    readCursor,
    formatCursor,
  }
}

export type StreamHeads = Awaited<ReturnType<typeof createStreamHeads>>

const pick = (heads: ReaderHeads, names: StreamName[]) => Object.fromEntries(names.map((name) => [name, heads[name]]))
