import type { Server, Socket } from 'socket.io'
import type * as z from 'zod/mini'
import type { ClientMessageName, clientMessages, Handshake } from '../../shared/client-messages.ts'
import type { signals, Welcome } from '../../shared/stream.ts'
import type { Identity } from '../auth/identify.ts'
import type { visibleStreams } from '../events/stream-heads.ts'
import type { SerializedEvents } from './serialized-events.ts'

/** `message` is the result of a successful message, or the reason why it was rejected; `error` is the error's code. */
export type Acknowledgement = { success: boolean; message?: unknown; error?: string }

type ClientToServerEvents = {
  [N in ClientMessageName]: (
    input: z.input<(typeof clientMessages)[N]>,
    acknowledge?: (acknowledgement: Acknowledgement) => void,
  ) => void
}
type ServerToClientEvents = {
  welcome: (welcome: z.input<typeof Welcome>) => void
  events: (events: SerializedEvents) => void
} & { [N in keyof typeof signals]: (data: z.input<(typeof signals)[N]>) => void }

/** What the server knows about a socket. */
type SocketData = {
  identity: Identity | null
  /** The client's IP address. */
  ip: string
  handshake: z.output<typeof Handshake>
  streams: ReturnType<typeof visibleStreams>
  /** Those that the event bus follows for it. */
  followed: string[]
  expiryTimer?: NodeJS.Timeout
}

export type AppServer = Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>
export type AppSocket = Socket<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>

/** The sockets of a room: a stream, `session:{id}`, `sockets:{userId}` or `users`. */
export function socketsIn(io: AppServer, room: string): AppSocket[] {
  const ids = io.sockets.adapter.rooms.get(room) ?? []
  return [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? [])
}
