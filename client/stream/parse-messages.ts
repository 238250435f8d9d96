// Loaded with the code of events, after the first view.
import * as z from 'zod/mini'
import { decodeEvent, type EventSchemas, type Signal, signals, Welcome, WireEvent } from '../../shared/stream.ts'
import type { ParsedEvent, UnknownEvent } from './connection-options.ts'

export const signalTypes = Object.keys(signals) as Signal['type'][]

/** @throws ZodError */
export const readWelcome = (data: unknown): Welcome => Welcome.parse(data)

/** @throws ZodError */
export const readSignal = (type: Signal['type'], data: unknown) => ({ type, data: signals[type].parse(data) }) as Signal

/**
 * Parses a batch of events. An event whose type has no schema is `unknown`; one with invalid data is also not `readable`.
 * @throws ZodError for data that is not a batch of events
 */
export const readEvents = (data: unknown, schemas: EventSchemas): ParsedEvent[] =>
  z
    .array(WireEvent)
    .parse(data)
    .map((wire) => readEvent(wire, schemas))

function readEvent(wire: WireEvent, schemas: EventSchemas): ParsedEvent {
  const unknown: UnknownEvent = { type: 'unknown', stream: wire.stream, seq: wire.seq }
  try {
    return { event: decodeEvent(wire, schemas) ?? unknown, readable: true }
  } catch (error) {
    console.warn('Could not parse event', wire.type, error)
    return { event: unknown, readable: false }
  }
}
