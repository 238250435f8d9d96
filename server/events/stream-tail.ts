import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { streamEvents, streams } from '../../drizzle/schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import type { StoredEvent } from './event-bus.ts'

/** How long an event that arrived early waits for those before it: they are committed and on their way. */
const gapDelayMs = 25
/** Early events that are kept; those beyond are read from the database. */
const maxEarlyEvents = 1000
const readSize = 500
/** Streams whose heads are compared in one query. */
const sweepSize = 1000

/** A followed stream. */
type Tail = {
  stream: string
  followers: number
  /** The last event that was delivered; -1 until the head was read. */
  seq: number
  early: Map<number, StoredEvent>
  gapTimer?: NodeJS.Timeout | undefined
  filling?: Promise<void> | undefined
  ready: Promise<void>
}

type Options = {
  db: Db
  /** Called with the next events of one stream. */
  deliver(events: StoredEvent[]): void
  /** Resolves once events of other processes arrive at `receive`, or none will. */
  subscribe(stream: string): Promise<void>
  unsubscribe(stream: string): void
}

export type StreamTail = ReturnType<typeof createStreamTail>

/**
 * Delivers the events of followed streams in order and each once, from wherever and however often they arrive. What is
 * missing is read from the database, which alone knows what there is (docs/streams.md, Several processes).
 */
export function createStreamTail({ db, deliver, subscribe, unsubscribe }: Options) {
  const tails = new Map<string, Tail>()
  const counts = {
    receivedEvents: 0,
    repeatedEvents: 0,
    earlyEvents: 0,
    droppedEvents: 0,
    filledEvents: 0,
    sweptEvents: 0,
    sweeps: 0,
    sweptAtMs: Date.now(),
  }

  async function followStream(stream: string): Promise<void> {
    const followed = tails.get(stream)
    if (followed) {
      followed.followers += 1
      return followed.ready
    }
    const tail: Tail = { stream, followers: 1, seq: -1, early: new Map(), ready: Promise.resolve() }
    tails.set(stream, tail)
    tail.ready = start(tail).catch((error: unknown) => {
      if (tails.get(stream) === tail) remove(tail)
      throw error
    })
    return tail.ready
  }

  async function start(tail: Tail) {
    // First, so that no event falls between the head and what arrives.
    await subscribe(tail.stream)
    const [head] = await selectHead(db, { name: tail.stream })
    tail.seq = head?.seq ?? 0
    advance(tail)
  }

  function unfollowStream(stream: string) {
    const tail = tails.get(stream)
    if (tail && --tail.followers === 0) remove(tail)
  }

  function remove(tail: Tail) {
    clearTimeout(tail.gapTimer)
    tails.delete(tail.stream)
    unsubscribe(tail.stream)
  }

  /** Takes events of one stream, in any order; ignores a stream that isn't followed. */
  function receive(stream: string, events: StoredEvent[]) {
    const tail = tails.get(stream)
    if (!tail) return
    counts.receivedEvents += events.length
    // In parts: of a change with more events than are kept, all follow each other.
    for (let i = 0; i < events.length; i += maxEarlyEvents) {
      const added = events.slice(i, i + maxEarlyEvents).filter((event) => addEvent(tail, event))
      advance(tail)
      if (tail.seq >= 0 && tail.early.size > 0) {
        counts.earlyEvents += added.filter(({ seq }) => tail.early.has(seq)).length
      }
    }
    if (tail.seq >= 0 && tail.early.size > 0) fillSoon(tail)
  }

  function addEvent({ seq, early }: Tail, event: StoredEvent): boolean {
    const isKnown = event.seq <= seq || early.has(event.seq)
    const hasRoom = early.size < maxEarlyEvents || event.seq === seq + 1
    if (isKnown) counts.repeatedEvents += 1
    else if (hasRoom) early.set(event.seq, event)
    else counts.droppedEvents += 1
    return !isKnown && hasRoom
  }

  /** Delivers what comes next; nothing once the stream was unfollowed, since somebody may follow it again by now. */
  function advance(tail: Tail) {
    if (tail.seq < 0 || !isFollowed(tail)) return
    const next: StoredEvent[] = []
    for (let event; (event = tail.early.get(tail.seq + 1));) {
      tail.early.delete(event.seq)
      tail.seq = event.seq
      next.push(event)
    }
    for (const seq of tail.early.keys()) if (seq <= tail.seq) tail.early.delete(seq)
    if (next.length > 0) deliver(next)
  }

  const isFollowed = (tail: Tail) => tails.get(tail.stream) === tail

  function fillSoon(tail: Tail) {
    tail.gapTimer ??= setTimeout(() => {
      tail.gapTimer = undefined
      // The sweep repeats what fails here.
      if (tail.early.size > 0) void fill(tail).catch(() => undefined)
    }, gapDelayMs).unref()
  }

  /** Reads the missing events; one read at a time. */
  function fill(tail: Tail): Promise<void> {
    tail.filling ??= readMissing(tail).finally(() => (tail.filling = undefined))
    return tail.filling
  }

  async function readMissing(tail: Tail) {
    for (;;) {
      const events = (await selectAfter(db, { stream: tail.stream, after: tail.seq })) as StoredEvent[]
      if (events.length === 0 || !isFollowed(tail)) return
      // Those before it were pruned; clients notice the gap.
      if (events[0]!.seq > tail.seq + 1) skipTo(tail, events[0]!.seq - 1)
      counts.filledEvents += events.filter(({ seq }) => seq > tail.seq && !tail.early.has(seq)).length
      for (const event of events) if (event.seq > tail.seq) tail.early.set(event.seq, event)
      advance(tail)
      if (events.length < readSize) return
    }
  }

  function skipTo(tail: Tail, seq: number) {
    tail.seq = Math.max(tail.seq, seq)
    advance(tail)
  }

  async function waitForSeq(stream: string, seq: number) {
    const tail = tails.get(stream)
    if (!tail || tail.seq >= seq) return
    await new Promise((resolve) => setTimeout(resolve, gapDelayMs))
    await reach(tail, seq)
  }

  /** @param seq a committed event */
  async function reach(tail: Tail, seq: number) {
    // A read that was running may have begun before the commit.
    for (let attempt = 0; attempt < 2 && tail.seq < seq; attempt += 1) await fill(tail)
    if (tail.seq < seq) skipTo(tail, seq)
  }

  /** Compares every followed stream with the database, and reads what never arrived. */
  async function sweep() {
    const names = [...tails.keys()]
    for (let i = 0; i < names.length; i += sweepSize) {
      const heads = await db
        .select({ name: streams.name, seq: streams.seq })
        .from(streams)
        .where(inArray(streams.name, names.slice(i, i + sweepSize)))
      const behind = heads.filter(({ name, seq }) => isBehind(tails.get(name), seq))
      for (const { name, seq } of behind) counts.sweptEvents += seq - tails.get(name)!.seq
      await Promise.all(behind.map(({ name, seq }) => reach(tails.get(name)!, seq)))
    }
    counts.sweeps += 1
    counts.sweptAtMs = Date.now()
  }

  const isBehind = (tail: Tail | undefined, seq: number) => tail !== undefined && tail.seq >= 0 && tail.seq < seq

  /** Starts every stream at its present head: what was known belongs to another history of the database. */
  async function restart() {
    for (const tail of tails.values()) {
      tail.seq = -1
      tail.early.clear()
    }
    await Promise.all([...tails.values()].map(start))
  }

  return {
    followStream,
    unfollowStream,
    receive,
    waitForSeq,
    sweep,
    restart,
    /** The last event that was delivered; null for a stream that isn't followed. */
    getHead: (stream: string): number | null => {
      const seq = tails.get(stream)?.seq ?? -1
      return seq < 0 ? null : seq
    },
    listStreams: () => [...tails.keys()],
    readCounts: () => counts,
  }
}

const selectHead = prepared('tail_head', (db) =>
  db
    .select({ seq: streams.seq })
    .from(streams)
    .where(eq(streams.name, sql.placeholder('name'))),
)
const selectAfter = prepared('events_after', (db) =>
  db
    .select()
    .from(streamEvents)
    .where(and(eq(streamEvents.stream, sql.placeholder('stream')), gt(streamEvents.seq, sql.placeholder('after'))))
    .orderBy(asc(streamEvents.seq))
    .limit(readSize),
)
