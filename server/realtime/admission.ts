import type { IncomingMessage } from 'node:http'
import { Handshake } from '../../shared/client-messages.ts'
import type { AppContext } from '../app-context.ts'
import { identify } from '../auth/identify.ts'
import { visibleStreams } from '../events/stream-heads.ts'
import { clientAddress } from '../http/client-address.ts'
import { createConnectionGuard } from './connection-guard.ts'
import type { AppSocket } from './typed-socket.ts'

const maxSocketsPerAddress = 50

/** Decides which connections and handshakes are accepted. Rejected ones are logged. */
export function createAdmission(app: AppContext) {
  const { db, env, log } = app
  const socketsByAddress = new Map<string, number>()
  const loggedConnections = new WeakSet<object>()
  const guard = createConnectionGuard(app, ({ request }) => addressOf(request))

  const addressOf = ({ socket, headers }: IncomingMessage) =>
    clientAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), env.trustedProxies)

  /** Before the upgrade: by origin, and by the number of sockets from the same address. */
  function acceptsRequest(request: IncomingMessage): boolean {
    const error = findRequestError(request)
    if (error) log.warn({ event: 'socket.refused', ip: addressOf(request), error }, 'socket connection rejected')
    else countSocket(request)
    return !error
  }

  function findRequestError(request: IncomingMessage): string | null {
    // Pages of other origins can't connect with this one's session; programs send no origin.
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(env.publicUrl).origin) return 'foreign_origin'
    const sockets = socketsByAddress.get(addressOf(request)) ?? 0
    return env.rateLimitsEnabled && sockets >= maxSocketsPerAddress ? 'too_many' : null
  }

  /** Counts a socket for its address until it closes. Its connection is counted, because that has only one socket. */
  function countSocket(request: IncomingMessage) {
    const address = addressOf(request)
    socketsByAddress.set(address, (socketsByAddress.get(address) ?? 0) + 1)
    request.socket.once('close', () => {
      const left = socketsByAddress.get(address)! - 1
      if (left === 0) socketsByAddress.delete(address)
      else socketsByAddress.set(address, left)
    })
  }

  /** Reads the handshake into `socket.data`. @returns the error for the client's `connect_error`, if it is rejected */
  async function admit(socket: AppSocket): Promise<Error | undefined> {
    if (!guard.beginAdmission(socket.conn)) return new Error('too_many')
    const error = await findHandshakeError(socket)
    guard.finishAdmission(socket.conn, error === null)
    return error === null ? undefined : new Error(error)
  }

  async function findHandshakeError(socket: AppSocket): Promise<string | null> {
    try {
      const error = await readHandshake(socket)
      if (error) logRejection(socket, error)
      return error
    } catch (error) {
      log.error({ err: error }, 'socket handshake failed')
      return 'unavailable'
    }
  }

  async function readHandshake(socket: AppSocket): Promise<'invalid' | 'unauthorized' | null> {
    const { data: handshake } = Handshake.safeParse(socket.handshake.auth)
    if (!handshake) return 'invalid'
    const identity = handshake.token === undefined ? null : await identify({ db, env }, handshake.token)
    if (handshake.token !== undefined && !identity) return 'unauthorized'
    const streams = visibleStreams(identity?.user ?? null)
    socket.data = { identity, ip: addressOf(socket.request), handshake, streams, followed: [] }
    return null
  }

  /** Once per connection, because a client can repeat its handshake. */
  function logRejection({ id, conn, request }: AppSocket, error: string) {
    if (loggedConnections.has(conn)) return
    loggedConnections.add(conn)
    log.warn({ event: 'socket.refused', socketId: id, ip: addressOf(request), error }, 'socket handshake rejected')
  }

  return { acceptsRequest, watch: guard.watch, admit }
}
