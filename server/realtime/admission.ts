import type { IncomingMessage } from 'node:http'
import { Handshake } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import { identify } from '../auth/identify.ts'
import { visibleStreams } from '../events/stream-heads.ts'
import { clientAddress } from '../http/client-address.ts'
import type { AppSocket } from './typed-socket.ts'

const maxSocketsPerAddress = 50

/** Decides which connections and handshakes are accepted. Rejected ones are logged. */
export function createAdmission({ db, env, log }: AppContext) {
  const connectionsByAddress = new Map<string, number>()
  const loggedConnections = new WeakSet<object>()

  const addressOf = ({ socket, headers }: IncomingMessage) =>
    clientAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), env.trustedProxies)

  /** Before the upgrade: by origin, and by the number of connections from the same address. */
  function acceptsRequest(request: IncomingMessage): boolean {
    const error = findRequestError(request)
    if (error) log.warn({ event: 'socket.refused', ip: addressOf(request), error }, 'socket connection rejected')
    return !error
  }

  function findRequestError(request: IncomingMessage): string | null {
    // Pages of other origins can't connect with this one's session; programs send no origin.
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(env.publicUrl).origin) return 'foreign_origin'
    const connections = connectionsByAddress.get(addressOf(request)) ?? 0
    return env.rateLimitsEnabled && connections >= maxSocketsPerAddress ? 'too_many' : null
  }

  /** Counts a connection for its address; call the returned function when it closes. */
  function countConnection(request: IncomingMessage): () => void {
    const address = addressOf(request)
    connectionsByAddress.set(address, (connectionsByAddress.get(address) ?? 0) + 1)
    return () => {
      const left = connectionsByAddress.get(address)! - 1
      if (left === 0) connectionsByAddress.delete(address)
      else connectionsByAddress.set(address, left)
    }
  }

  /** Reads the handshake into `socket.data`. @returns the error for the client's `connect_error`, if it is rejected */
  async function admit(socket: AppSocket): Promise<Error | undefined> {
    try {
      const error = await readHandshake(socket)
      if (error) logRejection(socket, error)
      return error ? new Error(error) : undefined
    } catch (error) {
      log.error({ err: error }, 'socket handshake failed')
      return new Error('unavailable')
    }
  }

  async function readHandshake(socket: AppSocket): Promise<'invalid' | 'unauthorized' | null> {
    const { data: handshake } = Handshake.safeParse(socket.handshake.auth)
    if (!handshake) return 'invalid'
    const identity = handshake.token === undefined ? null : await identify(db, handshake.token)
    if (handshake.token !== undefined && !identity) return 'unauthorized'
    const streams = visibleStreams(identity?.user ?? null)
    socket.data = { identity, ip: addressOf(socket.request), handshake, streams, pendingEvents: [] }
    return null
  }

  /** Once per connection, because a client can repeat its handshake. */
  function logRejection({ id, conn, request }: AppSocket, error: string) {
    if (loggedConnections.has(conn)) return
    loggedConnections.add(conn)
    log.warn({ event: 'socket.refused', socketId: id, ip: addressOf(request), error }, 'socket handshake rejected')
  }

  return { acceptsRequest, countConnection, admit }
}
