import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { streamEvents } from '../../drizzle/schema.ts'
import type { StreamName } from '../../shared/position.ts'
import { longestReplay } from '../../shared/stream.ts'
import { type Db, prepared } from '../db/transactions.ts'
import type { Positions, Reader } from './positions.ts'

const between = prepared('events_between', (db) =>
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

/** An event that somebody missed, as it goes over the wire. */
export type Missed = { stream: StreamName; seq: number; type: string; at: string; data: unknown }
type Since = { epoch?: string | undefined; heads: Partial<Record<StreamName, number | undefined>> }

/**
 * How a reader joins each of its streams, and what it missed. A replay is whole or it is not made:
 * another epoch, a position beyond the head, events no longer kept, or too many of them mean `resync`.
 */
export async function catchUp(db: Db, positions: Positions, reader: Reader, since: Since) {
  const joined = (await positions.heads(reader)).map((one) => {
    const at = since.heads[one.name]
    const fits =
      at !== undefined &&
      since.epoch === positions.epoch &&
      at <= one.head &&
      at >= one.oldest - 1 &&
      one.head - at <= longestReplay
    return { ...one, at, mode: at === undefined ? ('live' as const) : fits ? ('replay' as const) : ('resync' as const) }
  })
  const missed: Missed[] = []
  for (const { name, stream, head, at, mode } of joined) {
    if (mode === 'replay' && at! < head) missed.push(...(await readMissed(db, name, stream, at!, head)))
  }
  return { joined, missed }
}

/** What was last read of the streams that many follow: all who come back together missed the same. */
const lastRead = new WeakMap<Db, { range: string; missed: Missed[] }>()

async function readMissed(db: Db, name: StreamName, stream: string, after: number, upTo: number): Promise<Missed[]> {
  const range = `${stream} ${after} ${upTo}`
  const last = lastRead.get(db)
  if (last?.range === range) return last.missed
  const rows = await between(db, { stream, after, upTo })
  const missed = rows.map(({ seq, type, at, data }) => {
    return { stream: name, seq, type, at: at.toISOString(), data: JSON.parse(data) as unknown }
  })
  if (name !== 'user') lastRead.set(db, { range, missed })
  return missed
}
