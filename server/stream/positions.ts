import { eq, inArray, sql } from 'drizzle-orm'
import { dialect, newId } from '../../drizzle/kit.ts'
import { epochs, streams } from '../../drizzle/schema.ts'
import { formatPosition, type Position, type StreamName, streamNames } from '../../shared/position.ts'
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

const headOf = prepared('stream_head', (db) =>
  db
    .select({ name: streams.name, seq: streams.seq, oldest: streams.oldest })
    .from(streams)
    .where(eq(streams.name, sql.placeholder('name'))),
)

/** The streams that somebody may follow, by the names they have for them. */
export function streamsOf(reader: Reader): Partial<Record<StreamName, string>> & { catalogue: string } {
  const catalogue = 'catalogue'
  if (!reader) return { catalogue }
  const user = `user:${reader.id}`
  return reader.isAdmin ? { user, staff: 'staff', catalogue } : { user, catalogue }
}

/** How many streams' heads are kept in memory. */
const mostKept = 50_000

/** Where the streams stand. Read before data are, so that nothing falls between an answer and the push. */
export async function createPositions(db: Db, bus: Bus) {
  const epoch = await epochOf(db)
  const kept = new Map<string, number>()
  // One process alone writes a SQLite file, so what it has seen committed is all there is.
  if (dialect === 'sqlite') bus.on('events', (events) => events.forEach(({ stream, seq }) => keep(stream, seq)))

  function keep(stream: string, seq: number) {
    if (!kept.has(stream) && kept.size >= mostKept) kept.delete(kept.keys().next().value!)
    // Read before a commit and kept after it, a head would be too low.
    kept.set(stream, Math.max(seq, kept.get(stream) ?? 0))
  }

  async function readHeads(names: ReturnType<typeof streamsOf>) {
    if (dialect !== 'sqlite') {
      return three(db, { first: names.user ?? '', second: names.staff ?? '', third: names.catalogue })
    }
    // To SQLite three look-ups by key are less than one of a list.
    const rows = []
    for (const name of Object.values(names)) rows.push(...(await headOf(db, { name })))
    return rows
  }

  /** The heads as the database has them; `oldest` is the oldest event that can still be replayed. */
  async function heads(reader: Reader) {
    const names = streamsOf(reader)
    const rows = await readHeads(names)
    const found = new Map(rows.map((one) => [one.name, one]))
    return (Object.entries(names) as [StreamName, string][]).map(([name, stream]) => ({
      name,
      stream,
      head: found.get(stream)?.seq ?? 0,
      oldest: found.get(stream)?.oldest ?? 1,
    }))
  }

  // Visitors all stand at the same place, asked for with every request.
  let visitors: { position: Position; text: string } | null = null

  async function of(reader: Reader): Promise<Position> {
    if (!reader && visitors && visitors.position.heads.catalogue === kept.get('catalogue')) return visitors.position
    if (dialect !== 'sqlite') {
      return { epoch, heads: Object.fromEntries((await heads(reader)).map(({ name, head }) => [name, head])) }
    }
    const names = streamsOf(reader)
    const position: Position = { epoch, heads: {} }
    for (const name of streamNames) {
      const stream = names[name]
      if (stream === undefined) continue
      if (!kept.has(stream)) keep(stream, (await headOf(db, { name: stream }))[0]?.seq ?? 0)
      position.heads[name] = kept.get(stream)!
    }
    if (!reader) visitors = { position, text: formatPosition(position) }
    return position
  }

  const format = (position: Position) => (position === visitors?.position ? visitors.text : formatPosition(position))

  return { epoch, heads, of, format }
}

export type Positions = Awaited<ReturnType<typeof createPositions>>

async function epochOf(db: Db): Promise<string> {
  await db.insert(epochs).values({ id: 1, epoch: newId() }).onConflictDoNothing()
  const [row] = await db.select().from(epochs)
  return row!.epoch
}
