import type { StreamCursor, StreamName } from '../../shared/stream-cursor.ts'

type Heads = StreamCursor['heads']

/** The decisions `createSync` relies on. The model test shows that each of them is necessary. */
export const syncRules = {
  /** The event has been applied already. */
  isDuplicate: (seq: number, head: number): boolean => seq <= head,

  /** Events between the head and this one were missed. */
  isGap: (seq: number, head: number): boolean => seq > head + 1,

  isSameEpoch: (read: string | null, current: string | null): boolean => read === current,

  /** The answer was read before the one that is stored. */
  isOutdated: (read: Heads, stored: Heads, streams: StreamName[]): boolean =>
    streams.some((name) => (read[name] ?? Infinity) < (stored[name] ?? -Infinity)),

  /** Starts to follow a stream at the first position that is known of it. */
  mergeHeads: (known: Heads, read: Heads): Heads => ({ ...read, ...known }),

  /** The buffered events of a stream after `seq`; null when the buffer doesn't reach back that far. */
  eventsAfter<Event extends { seq: number }>(
    buffer: readonly Event[],
    seq: number | undefined,
    head: number | undefined,
  ): Event[] | null {
    if (seq === undefined || head === undefined || seq >= head) return []
    const newer = buffer.filter((event) => event.seq > seq)
    return newer.length === head - seq ? newer : null
  },
}

export type SyncRules = typeof syncRules
