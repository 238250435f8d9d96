import type { StoredEvent } from './event-bus.ts'

/** Groups events by their stream, in order. */
export function groupByStream(events: StoredEvent[]): Map<string, StoredEvent[]> {
  const groups = new Map<string, StoredEvent[]>()
  for (const event of events) {
    const group = groups.get(event.stream)
    if (group) group.push(event)
    else groups.set(event.stream, [event])
  }
  return groups
}

/** Events as clients receive them, as a JSON array of `WireEvent`. A user's own stream is called `user`. */
export const toWireJson = (events: StoredEvent[]): string => `[${events.map(toJson).join(',')}]`

const toJson = ({ stream, seq, type, at, data }: StoredEvent) =>
  `{"stream":"${stream.startsWith('user:') ? 'user' : stream}","seq":${seq},"type":"${type}","at":"${at.toISOString()}","data":${data}}`
