import { inArray, sql } from 'drizzle-orm'
import { dialect, newId } from '../../drizzle/kit.ts'
import { epochs, streams } from '../../drizzle/schema.ts'
import { formatPosition, type Position, type StreamName } from '../../shared/stream.ts'
import { type Db, prepared } from '../db/transactions.ts'
import type { Bus } from './bus.ts'

/** Whose streams are meant. */
export type Reader = { id: string; isAdmin: boolean } | null

const three = prepared('stream_heads', (db) =>
  db
    .select({ name: streams.name, seq: streams.seq, oldest: streams.oldest })
    .from(streams)
    .where(inArray(streams.name, [sql.placeholder('first'), sql.placeholder('second'), sql.placeholder('third')])),
)

/** The streams that somebody may follow, by the names they have for them. */
export const streamsOf = (reader: Reader): Partial<Record<StreamName, string>> & { catalogue: string } => ({
  ...(reader && { user: `user:${reader.id}` }),
  ...(reader?.isAdmin && { staff: 'staff' }),
  catalogue: 'catalogue',
})

/** Where the streams stand. Read before data are, so that nothing falls between an answer and the push. */
export async function createPositions(db: Db, bus: Bus) {
  const epoch = await epochOf(db)
  const [row] = await db
    .select()
    .from(streams)
    .where(inArray(streams.name, ['catalogue']))
  let catalogue = row?.seq ?? 0
  bus.on('events', (events) => {
    for (const event of events) if (event.stream === 'catalogue') catalogue = event.seq
  })

  /** The heads as the database has them; `oldest` is the oldest event that can still be replayed. */
  async function heads(reader: Reader) {
    const names = streamsOf(reader)
    const rows = await three(db, { first: names.user ?? '', second: names.staff ?? '', third: names.catalogue })
    const found = new Map(rows.map((one) => [one.name, one]))
    return (Object.entries(names) as [StreamName, string][]).map(([name, stream]) => ({
      name,
      stream,
      head: found.get(stream)?.seq ?? 0,
      oldest: found.get(stream)?.oldest ?? 1,
    }))
  }

  async function of(reader: Reader): Promise<Position> {
    // One process alone writes a SQLite file, so what it has seen committed is all there is.
    if (!reader && dialect === 'sqlite') return { epoch, heads: { catalogue } }
    const read = await heads(reader)
    return { epoch, heads: Object.fromEntries(read.map(({ name, head }) => [name, head])) }
  }

  return { epoch, heads, of, format: formatPosition }
}

export type Positions = Awaited<ReturnType<typeof createPositions>>

async function epochOf(db: Db): Promise<string> {
  await db.insert(epochs).values({ id: 1, epoch: newId() }).onConflictDoNothing()
  const [row] = await db.select().from(epochs)
  return row!.epoch
}
