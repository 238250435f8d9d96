import * as z from 'zod/mini'
import { sessionEndReasons } from './accounts/session-schema.ts'
import { Time } from './contract.ts'
import { PaymentProgress } from './payments/progress.ts'
import type { eventData } from './staff-events.ts'
import { System } from './staff/system-schema.ts'
import { type StreamName, streamNames } from './stream-cursor.ts'
import { conversationSides } from './support/schema.ts'

export type EventType = keyof typeof eventData
/** The schemas of events' data by their type. */
export type EventSchemas = Readonly<Record<string, z.ZodMiniType>>
export type EventOf<T extends EventType> = { type: T; data: z.output<(typeof eventData)[T]> }
/** An event before it has a place in a stream. */
export type AppEvent = { [T in EventType]: EventOf<T> }[EventType]

/** An event on the wire; `decodeEvent` decodes its `data`. */
export const WireEvent = z.object({
  stream: z.enum(streamNames),
  seq: z.int(),
  type: z.string(),
  at: Time,
  data: z.unknown(),
})
export type WireEvent = z.infer<typeof WireEvent>
export type StreamEvent = AppEvent & { stream: StreamName; seq: number; at: number }

/**
 * Returns null for an event type without a schema, such as that of a newer server, whose sequence number still counts.
 * @param schemas `shopEvents`, or all that staff get @throws ZodError
 */
export function decodeEvent({ type, data, ...place }: WireEvent, schemas: EventSchemas): StreamEvent | null {
  const schema = schemas[type]
  return schema ? ({ ...place, type, data: schema.parse(data) } as StreamEvent) : null
}

/** live: only new events follow. replay: every event after `since` follows. resync: the client must refetch. */
export const JoinMode = z.enum(['live', 'replay', 'resync'])
export type JoinMode = z.infer<typeof JoinMode>
const JoinedStream = z.object({ head: z.int(), mode: JoinMode })

/** The first message to a client, before any event. */
export const Welcome = z.object({
  epoch: z.string(),
  now: Time,
  supportOnline: z.boolean(),
  sessionExpiresAt: z.nullable(Time),
  streams: z.object({
    user: z.optional(JoinedStream),
    staff: z.optional(JoinedStream),
    catalogue: JoinedStream,
  }),
})
export type Welcome = z.infer<typeof Welcome>

/** Ephemeral signals, not persisted. */
export const signals = {
  viewing: z.object({ orderId: z.string(), name: z.nullable(z.string()) }),
  queue: z.object({ orderId: z.string(), ahead: z.int() }),
  // To those who watch the order: how far its transfer is on its chain.
  'payment.progress': PaymentProgress,
  presence: z.object({ supportOnline: z.boolean() }),
  // Someone other than the receiver is typing in the conversation of `userId`, or has stopped.
  typing: z.object({ userId: z.string(), who: z.enum(conversationSides), name: z.string(), on: z.boolean() }),
  // To staff, every few seconds.
  system: System,
  'session.ended': z.object({ reason: z.enum(['expired', ...sessionEndReasons, 'crowded']) }),
}
export type Signal = {
  [T in keyof typeof signals]: { type: T; data: z.output<(typeof signals)[T]> }
}[keyof typeof signals]

/** Maximum events of a stream, and maximum data of all streams, in a replay; a client that missed more must refetch. */
export const maxReplayEvents = 1000
export const maxReplayBytes = 1024 * 1024
