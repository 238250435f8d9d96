import type { StreamCursor, StreamName } from '../../shared/stream-cursor.ts'
import type { Welcome } from '../../shared/stream.ts'
import { type SyncRules, syncRules } from './sync-rules.ts'

type Positioned = { stream: StreamName; seq: number }
type Heads = StreamCursor['heads']
/** outdated: the store has a newer snapshot. stale: missing events can't be applied on top, so fetch again. */
export type SnapshotResult = 'written' | 'outdated' | 'stale'
/** Whether the event being applied is newer than the snapshot stored under a key. */
export type IsNewerThanSnapshot = (snapshotKey: string) => boolean
export type Sync<State, Event extends Positioned> = ReturnType<typeof createSync<State, Event>>

type Options<State, Event> = {
  /** Changes the state; subscribers see one change. */
  update: (change: (state: State) => void) => void
  apply: (state: State, event: Event, isNewerThanSnapshot: IsNewerThanSnapshot) => void
  /** Everything on screen must be loaded again. */
  refetch: () => void
  /** Events were missed: reconnect and join with `cursor()`. */
  reconnect: () => void
  /** How many events per stream are kept to apply on top of older answers. */
  maxBufferedEvents?: number
}

/**
 * Combines events and answers: applies every event once and in order, and never lets an answer undo a newer event
 * (docs/streams.md). Knows nothing of sockets or features.
 * @param rules replaced one by one in the model test
 */
export function createSync<State, Event extends Positioned>(
  { update, apply, refetch, reconnect, maxBufferedEvents = 256 }: Options<State, Event>,
  rules: SyncRules = syncRules,
) {
  let epoch: string | null = null
  let heads: Heads = {}
  /** The head of each stream when it was joined. */
  let joinedHeads: Heads = {}
  const buffers: Partial<Record<StreamName, Event[]>> = {}
  /** The position each snapshot was read at. */
  const snapshots = new Map<string, Heads>()
  let rejoining = false

  /** Starts at the cursor of the rendered page. */
  function start(cursor: StreamCursor | null) {
    if (cursor) follow(cursor)
  }

  function welcome({ epoch: currentEpoch, streams }: Welcome) {
    rejoining = false
    const joined = namesIn(streams).map((name) => ({ name, ...streams[name]! }))
    joinedHeads = Object.fromEntries(joined.map(({ name, head }) => [name, head]))
    if ((epoch !== null && epoch !== currentEpoch) || joined.some(({ mode }) => mode === 'resync')) {
      return resync(currentEpoch)
    }
    epoch = currentEpoch
    const live = joined.filter(({ mode }) => mode === 'live')
    const missedEvents = live.some(({ name, head }) => (heads[name] ?? head) < head)
    for (const { name, head } of live) heads[name] = Math.min(heads[name] ?? head, head)
    if (missedEvents) rejoin()
  }

  function events(received: Event[]) {
    if (rejoining) return
    const next: Event[] = []
    for (const event of received) {
      const head = heads[event.stream] ?? event.seq - 1
      if (rules.isDuplicate(event.seq, head)) continue
      if (rules.isGap(event.seq, head)) {
        rejoin()
        break
      }
      heads[event.stream] = Math.max(head, event.seq)
      buffer(event)
      next.push(event)
    }
    if (next.length > 0) update((state) => next.forEach((event) => applyTo(state, event)))
  }

  /**
   * Writes an answer that was read at or after `cursor`, and applies the later events on top.
   * @param snapshotKey what the answer describes, such as `order/x1`
   * @param streams the streams whose events change it
   */
  function snapshot(
    snapshotKey: string,
    streams: StreamName[],
    cursor: StreamCursor | null,
    write: (state: State) => void,
  ): SnapshotResult {
    if (!cursor) {
      update(write)
      return 'written'
    }
    follow(cursor)
    if (!rules.isSameEpoch(cursor.epoch, epoch)) {
      // The server that answered uses another database; the next welcome has the current epoch.
      rejoin()
      return 'stale'
    }
    if (rules.isOutdated(cursor.heads, snapshots.get(snapshotKey) ?? {}, streams)) return 'outdated'
    const laterEvents = streams.map((name) => rules.eventsAfter(buffers[name] ?? [], cursor.heads[name], heads[name]))
    if (laterEvents.includes(null)) return 'stale'
    snapshots.set(snapshotKey, pick(cursor.heads, streams))
    update((state) => {
      write(state)
      for (const event of laterEvents.flatMap((list) => list ?? [])) applyTo(state, event)
    })
    return 'written'
  }

  const applyTo = (state: State, event: Event) =>
    apply(state, event, (snapshotKey) => event.seq > (snapshots.get(snapshotKey)?.[event.stream] ?? -Infinity))

  function follow(cursor: StreamCursor) {
    epoch ??= cursor.epoch
    if (epoch === cursor.epoch) heads = rules.mergeHeads(heads, cursor.heads)
  }

  function buffer(event: Event) {
    const events = (buffers[event.stream] ??= [])
    events.push(event)
    if (events.length > maxBufferedEvents) events.shift()
  }

  function resync(currentEpoch: string) {
    epoch = currentEpoch
    heads = { ...joinedHeads }
    namesIn(buffers).forEach((name) => delete buffers[name])
    snapshots.clear()
    refetch()
  }

  function rejoin() {
    if (rejoining) return
    rejoining = true
    reconnect()
  }

  /** Drops what is known of the streams of a user who has signed out. */
  function dropStreams(names: StreamName[]) {
    for (const name of names) {
      delete heads[name]
      delete joinedHeads[name]
      delete buffers[name]
    }
    for (const [snapshotKey, readAt] of snapshots) {
      if (names.some((name) => readAt[name] !== undefined)) snapshots.delete(snapshotKey)
    }
  }

  return {
    start,
    welcome,
    events,
    snapshot,
    dropStreams,
    /** The position to join from; null before any is known. */
    cursor: (): StreamCursor | null => (epoch === null ? null : { epoch, heads: { ...heads } }),
    /** Whether events announced in the welcome message are still to come. */
    isBehind: () => rejoining || namesIn(joinedHeads).some((name) => (heads[name] ?? 0) < joinedHeads[name]!),
  }
}

const namesIn = (table: Partial<Record<StreamName, unknown>>) => Object.keys(table) as StreamName[]

const pick = (heads: Heads, names: StreamName[]): Heads =>
  Object.fromEntries(names.flatMap((name) => (heads[name] === undefined ? [] : [[name, heads[name]]])))
