import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { streamEvents } from '../../drizzle/schema.ts'
import type { StreamName } from '../../shared/stream-cursor.ts'
import { maxReplayEvents, type JoinMode } from '../../shared/stream.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import type { StoredEvent } from './event-bus.ts'
import type { StreamHeads, StreamReader } from './stream-heads.ts'

/** The cursor that a client connects with; a stream it leaves out is joined live. */
type Since = { epoch?: string | undefined; heads: Partial<Record<StreamName, number | undefined>> }

/**
 * Decides how a reader joins each of its streams, and reads the events it missed. A replay is complete or it isn't made:
 * another epoch, a cursor ahead of the head, pruned events, or more than `maxReplayEvents` mean `resync`.
 */
export async function readReplay(db: Db, streamHeads: StreamHeads, reader: StreamReader, since: Since) {
  const joined = (await streamHeads.readHeads(reader)).map((stream) => {
    const cursor = since.heads[stream.name]
    const canReplay =
      cursor !== undefined &&
      since.epoch === streamHeads.epoch &&
      cursor <= stream.head &&
      cursor >= stream.oldest - 1 &&
      stream.head - cursor <= maxReplayEvents
    const mode: JoinMode = cursor === undefined ? 'live' : canReplay ? 'replay' : 'resync'
    return { ...stream, cursor, mode }
  })
  const missed: StoredEvent[] = []
  for (const { stream, head, cursor, mode } of joined) {
    if (mode === 'replay' && cursor! < head) missed.push(...(await readEvents(db, stream, cursor!, head)))
  }
  return { joined, missed }
}

/** The last events read of a shared stream: clients that reconnect together have missed the same. */
const lastRead = new WeakMap<Db, { range: string; events: StoredEvent[] }>()

const selectEvents = prepared('events_between', (db) =>
  db
    .select()
    .from(streamEvents)
    .where(
      and(
        eq(streamEvents.stream, sql.placeholder('stream')),
        gt(streamEvents.seq, sql.placeholder('after')),
        lte(streamEvents.seq, sql.placeholder('upTo')),
      ),
    )
    .orderBy(asc(streamEvents.seq)),
)

async function readEvents(db: Db, stream: string, after: number, upTo: number): Promise<StoredEvent[]> {
  const range = `${stream} ${after} ${upTo}`
  const last = lastRead.get(db)
  if (last?.range === range) return last.events
  const events = (await selectEvents(db, { stream, after, upTo })) as StoredEvent[]
  if (!stream.startsWith('user:')) lastRead.set(db, { range, events })
  return events
}
