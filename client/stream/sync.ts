import type { Position, StreamName } from '../../shared/position.ts'
import type { Welcome } from '../../shared/stream.ts'

type Place = { stream: StreamName; seq: number }
type Heads = Position['heads']
/** What became of an answer. late: what is there is newer. stale: it cannot be brought up to date, so fetch again. */
export type Fate = 'written' | 'late' | 'stale'
/** Whether an event is newer than the answer that a slice was last written from. */
export type IsNews = (slice: string) => boolean
export type Sync<State, Event extends Place> = ReturnType<typeof createSync<State, Event>>

type Settings<State, Event> = {
  /** Changes the state, in one step for whoever watches it. */
  update: (change: (state: State) => void) => void
  apply: (state: State, event: Event, isNews: IsNews) => void
  /** Everything that is shown has to be loaded again. */
  refetch: () => void
  /** Something was missed: join again, with `position()` as `since`. */
  reconnect: () => void
  /** How many events of each stream are kept for answers that were read before them. */
  held?: number
}

/**
 * Brings answers and events together: every event once and in order, no answer undoes a newer one
 * (CONTRACT.md, Snapshot and stream). Knows neither sockets nor nouns.
 */
export function createSync<State, Event extends Place>({
  update,
  apply,
  refetch,
  reconnect,
  held: most = 256,
}: Settings<State, Event>) {
  let epoch: string | null = null
  let heads: Heads = {}
  /** Where each stream stood when it was joined. */
  let joined: Heads = {}
  const held: Partial<Record<StreamName, Event[]>> = {}
  const slices = new Map<string, Heads>()
  let mending = false

  /** A page that was rendered with its position. */
  function start(position: Position | null) {
    if (position) adopt(position)
  }

  function welcome({ epoch: present, streams }: Welcome) {
    mending = false
    const entries = namesOf(streams).map((name) => ({ name, ...streams[name]! }))
    joined = Object.fromEntries(entries.map(({ name, head }) => [name, head]))
    if ((epoch !== null && epoch !== present) || entries.some(({ mode }) => mode === 'resync')) {
      return startAnew(present)
    }
    epoch = present
    const unasked = entries.filter(({ mode }) => mode === 'live')
    const missed = unasked.some(({ name, head }) => (heads[name] ?? head) < head)
    for (const { name, head } of unasked) heads[name] = Math.min(heads[name] ?? head, head)
    if (missed) joinAgain()
  }

  function events(list: Event[]) {
    if (mending) return
    const next: Event[] = []
    for (const event of list) {
      const known = heads[event.stream] ?? event.seq - 1
      if (event.seq <= known) continue
      if (event.seq > known + 1) {
        joinAgain()
        break
      }
      heads[event.stream] = event.seq
      hold(event)
      next.push(event)
    }
    if (next.length > 0) update((state) => next.forEach((event) => applyTo(state, event)))
  }

  /**
   * Writes an answer that was read at or after `position`, together with the events since.
   * @param slice what the answer is about, such as `order/x1`
   * @param streams those whose events change it
   */
  function snapshot(
    slice: string,
    streams: StreamName[],
    position: Position | null,
    write: (state: State) => void,
  ): Fate {
    if (!position) {
      update(write)
      return 'written'
    }
    adopt(position)
    if (position.epoch !== epoch) {
      // Whoever answered lives in another database than we do: the next welcome tells which one counts.
      joinAgain()
      return 'stale'
    }
    if (isLate(slice, streams, position)) return 'late'
    const missed = streams.map((name) => since(name, position.heads[name]))
    if (missed.includes(null)) return 'stale'
    slices.set(slice, pick(position.heads, streams))
    update((state) => {
      write(state)
      for (const event of missed.flatMap((some) => some ?? [])) applyTo(state, event)
    })
    return 'written'
  }

  function isLate(slice: string, streams: StreamName[], { heads: read }: Position) {
    const had = slices.get(slice) ?? {}
    return streams.some((name) => (read[name] ?? Infinity) < (had[name] ?? -Infinity))
  }

  const applyTo = (state: State, event: Event) =>
    apply(state, event, (slice) => event.seq > (slices.get(slice)?.[event.stream] ?? -Infinity))

  /** The held events after `seq`; null when they don't reach back so far. */
  function since(name: StreamName, seq: number | undefined): Event[] | null {
    const head = heads[name]
    if (seq === undefined || head === undefined || seq >= head) return []
    const newer = (held[name] ?? []).filter((event) => event.seq > seq)
    return newer.length === head - seq ? newer : null
  }

  /** Follows a stream from the first position that is known of it. */
  function adopt(position: Position) {
    epoch ??= position.epoch
    if (epoch === position.epoch) heads = { ...position.heads, ...heads }
  }

  function hold(event: Event) {
    const events = (held[event.stream] ??= [])
    events.push(event)
    if (events.length > most) events.shift()
  }

  function startAnew(present: string) {
    epoch = present
    heads = { ...joined }
    namesOf(held).forEach((name) => delete held[name])
    slices.clear()
    refetch()
  }

  function joinAgain() {
    if (mending) return
    mending = true
    reconnect()
  }

  /** The streams of somebody who has left. */
  function forget(names: StreamName[]) {
    for (const name of names) {
      delete heads[name]
      delete joined[name]
      delete held[name]
    }
    for (const [slice, had] of slices) if (names.some((name) => had[name] !== undefined)) slices.delete(slice)
  }

  return {
    start,
    welcome,
    events,
    snapshot,
    forget,
    /** What is known so far: the `since` of the next join. */
    position: (): Position | null => (epoch === null ? null : { epoch, heads: { ...heads } }),
    /** Whether more was announced at the welcome than has come. */
    isBehind: () => mending || namesOf(joined).some((name) => (heads[name] ?? 0) < joined[name]!),
  }
}

const namesOf = (table: Partial<Record<StreamName, unknown>>) => Object.keys(table) as StreamName[]

const pick = (heads: Heads, names: StreamName[]): Heads =>
  Object.fromEntries(names.flatMap((name) => (heads[name] === undefined ? [] : [[name, heads[name]]])))
