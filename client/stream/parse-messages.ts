import * as z from 'zod/mini'
import { decodeEvent, type Signal, signals, type StreamEvent, Welcome, WireEvent } from '../../shared/stream.ts'
import type { UnknownEvent } from './socket.ts'

export { io } from 'socket.io-client'

/** What comes over the socket, and how it is read. Fetched with the socket's own code, after the page is alive. */
export const readWelcome = (told: unknown): Welcome => Welcome.parse(told)

export const signalTypes = Object.keys(signals) as Signal['type'][]

export const readSignal = (type: Signal['type'], told: unknown) => ({ type, data: signals[type].parse(told) }) as Signal

type Read = { event: StreamEvent | UnknownEvent; readable: boolean }

export const readEvents = (told: unknown): Read[] => z.array(WireEvent).parse(told).map(readEvent)

function readEvent(wire: WireEvent): Read {
  const unknown: UnknownEvent = { type: 'unknown', stream: wire.stream, seq: wire.seq }
  try {
    return { event: decodeEvent(wire) ?? unknown, readable: true }
  } catch (error) {
    console.warn('An event could not be read', wire.type, error)
    return { event: unknown, readable: false }
  }
}
