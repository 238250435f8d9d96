import type { Committed } from './bus.ts'

/** Events by the stream they are on, each in its order. */
export function byStream(events: Committed[]): Map<string, Committed[]> {
  const streams = new Map<string, Committed[]>()
  for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event])
  return streams
}

/** An event as it goes over the wire: everybody calls their own stream `user`. */
export const wire = ({ stream, seq, type, at, data }: Committed) => ({
  stream: stream.startsWith('user:') ? 'user' : stream,
  seq,
  type,
  at: at.toISOString(),
  data: JSON.parse(data) as unknown,
})
