// Loaded together with the socket code, after the first view.
import * as z from 'zod/mini'
import { decodeEvent, type Signal, signals, type StreamEvent, Welcome, WireEvent } from '../../shared/stream.ts'
import type { UnknownEvent } from './connection-options.ts'

export { io } from 'socket.io-client'

type ParsedEvent = { event: StreamEvent | UnknownEvent; readable: boolean }

export const signalTypes = Object.keys(signals) as Signal['type'][]

/** @throws ZodError */
export const readWelcome = (data: unknown): Welcome => Welcome.parse(data)

/** @throws ZodError */
export const readSignal = (type: Signal['type'], data: unknown) => ({ type, data: signals[type].parse(data) }) as Signal

/**
 * Parses a batch of events. An event of an unknown type is `unknown`; one with invalid data is also not `readable`.
 * @throws ZodError for data that is not a batch of events
 */
export const readEvents = (data: unknown): ParsedEvent[] => z.array(WireEvent).parse(data).map(readEvent)

function readEvent(wire: WireEvent): ParsedEvent {
  const unknown: UnknownEvent = { type: 'unknown', stream: wire.stream, seq: wire.seq }
  try {
    return { event: decodeEvent(wire) ?? unknown, readable: true }
  } catch (error) {
    console.warn('Could not parse event', wire.type, error)
    return { event: unknown, readable: false }
  }
}
