import type { StreamCursor } from '../../shared/stream-cursor.ts'
import type { Signal, StreamEvent, Welcome } from '../../shared/stream.ts'
import type * as Io from './io.ts'
import type * as Messages from './parse-messages.ts'

export type Status = 'connecting' | 'live' | 'offline'
/** An event this client can't read, such as one of a newer server. It still advances the stream. */
export type UnknownEvent = { type: 'unknown'; stream: StreamEvent['stream']; seq: number }
export type EndReason = Extract<Signal, { type: 'session.ended' }>['data']['reason']
/** The acknowledgement of a message: `message` is the reason for an error, or the result. */
export type Reply = { success: boolean; message?: unknown; error?: unknown }
export const isReply = (value: unknown): value is Reply =>
  value !== null && typeof value === 'object' && 'success' in value && typeof value.success === 'boolean'

export type ParsedEvent = { event: StreamEvent | UnknownEvent; readable: boolean }
type SocketCode = typeof Io &
  Omit<typeof Messages, 'readEvents'> & {
    /** @throws ZodError for data that is not a batch of events */
    readEvents: (data: unknown) => ParsedEvent[]
  }

/** What a connection works with, and what it reports. */
export type ConnectionOptions = {
  /** Loads the socket code, which is not part of the first view. */
  load: () => Promise<SocketCode>
  /** The server's origin; the page's own by default. */
  url?: string | undefined
  sync: {
    welcome: (welcome: Welcome) => void
    events: (events: (StreamEvent | UnknownEvent)[]) => void
    cursor: () => StreamCursor | null
    isBehind: () => boolean
  }
  token: () => string | null
  /** Replaces a rejected token; null when the session is over. Throws when the server can't be reached. */
  refresh: (rejectedToken: string) => Promise<string | null>
  onStatus: (status: Status) => void
  onSignal: (signal: Signal) => void
  /** The server ended the session that this token belongs to. */
  onEnd: (token: string, reason: EndReason) => void
  /** A message couldn't be parsed, so what is on screen may be wrong. */
  refetch: () => void
}
