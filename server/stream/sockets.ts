import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type * as z from 'zod/mini'
import { Join, signals, Welcome } from '../../shared/stream.ts'
import { type Identity, identify, isStillOpen } from '../accounts/identify.ts'
import { addressOf } from '../http/address.ts'
import { nothingRuns, safeHeaders } from '../http/listener.ts'
import { encode } from '../encode.ts'
import type { Store } from '../store.ts'
import { createLimits } from '../http/limits.ts'
import type { Committed } from './bus.ts'
import { createPresence } from './presence.ts'
import { catchUp } from './replay.ts'
import { answerRequests } from './requests.ts'
import { watchRoles } from './roles.ts'
import { createTyping } from './typing.ts'
import { createWatching } from './watching.ts'
import { byStream, wire } from './wire.ts'
import { streamsOf } from './positions.ts'

/** What a socket knows of who is behind it. */
export type Joined = {
  identity: Identity | null
  /** Where it came from. */
  ip: string
  /** What it said of itself when it came. */
  asked: z.infer<typeof Join>
  /** Streams by the names that this client has for them. */
  streams: ReturnType<typeof streamsOf>
  /** Until its replay is through, what is committed meanwhile waits here. */
  waiting: Committed[] | null
  expiry?: NodeJS.Timeout
}
export type StoreSocket = Socket<Record<string, never>, Record<string, (...args: never[]) => void>, object, Joined>

const mostSocketsAUser = 10
const mostSocketsAnAddress = 50
const mostPackets = 256
const chunk = 100
const wasRefused = 'a socket was refused'

/** The push channel: every committed event to every socket that follows its stream, in order, after what it missed. */
export function openSockets(store: Store, http: HttpServer) {
  const { bus, db, env, positions, log } = store
  const io = new Server({
    serveClient: false,
    transports: ['websocket'],
    pingInterval: 10_000,
    pingTimeout: 5_000,
    maxHttpBufferSize: 16 * 1024,
    // A page of another origin may not connect with this one's session; a program sends no origin.
    allowRequest: (request, decide) => {
      const error = whyNot(request)
      if (error) log.warn({ event: 'socket.refused', ip: addressOfPeer(request), error }, wasRefused)
      decide(null, !error)
    },
  })
  const joining = new Set<StoreSocket>()
  const perAddress = new Map<string, number>()
  const refused = new WeakSet<object>()
  const addressOfPeer = ({ socket, headers }: IncomingMessage) =>
    addressOf(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), env.proxies)
  const watching = createWatching(store, io)
  const typing = createTyping(store, io)
  const presence = createPresence(io)
  const limits = createLimits(env.limits)

  io.use((socket, next) => {
    admit(socket as unknown as StoreSocket).then(
      () => next(),
      (error: Error) => {
        if (error.message === 'unauthorized' || error.message === 'invalid') {
          noteRefused(socket, error.message)
          return next(error)
        }
        log.error({ err: error }, 'a socket could not be admitted')
        next(new Error('unavailable'))
      },
    )
  })
  io.on('connection', (raw) => {
    const socket = raw as unknown as StoreSocket
    socket.on('disconnect', () => {
      clearTimeout(socket.data.expiry)
      joining.delete(socket)
      watching.forget(socket)
      typing.forget(socket)
      presence.leave(socket)
    })
    answerRequests(socket, { store, watching, typing, limits, renew: (identity) => renew(socket, identity) })
    join(socket).catch((error: unknown) => {
      log.error({ err: error }, 'a socket could not join')
      socket.disconnect(true)
    })
  })

  bus.on('events', (events) => {
    for (const [stream, some] of byStream(events)) {
      // Written out for nobody, an event costs as much as for one.
      if (io.sockets.adapter.rooms.has(stream)) io.to(stream).emit('events', some.map(wire))
      for (const socket of joining) {
        if (Object.values(socket.data.streams).includes(stream)) socket.data.waiting!.push(...some)
      }
    }
  })
  bus.on('ended', ({ sessionId, reason }) => {
    for (const socket of socketsIn(`session:${sessionId}`)) end(socket, reason)
  })

  // A reader too slow for its socket is cut, and replays what it missed when it comes back.
  const sweep = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) {
      const { writeBuffer } = socket.conn as unknown as { writeBuffer: unknown[] }
      if (writeBuffer.length > mostPackets) socket.conn.close(true)
    }
  }, 500)
  sweep.unref()
  const stopWatching = watchRoles(
    store,
    () => socketsIn('staff'),
    (socket) => end(socket, 'role'),
  )
  http.on('close', () => {
    clearInterval(sweep)
    stopWatching()
  })

  io.attach(http)
  // Answered by the engine itself: neither pages nor calls see these requests.
  const safe = Object.entries({ ...safeHeaders(env), 'content-security-policy': nothingRuns })
  io.engine.use((_: unknown, response: ServerResponse, next: () => void) => {
    for (const [name, value] of safe) response.setHeader(name, value)
    next()
  })
  io.engine.on('connection', (connection: { request: IncomingMessage; on(name: 'close', hear: () => void): void }) => {
    const address = addressOfPeer(connection.request)
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
    connection.on('close', () => {
      const left = perAddress.get(address)! - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
    })
  })
  return io

  function whyNot(request: IncomingMessage): string | null {
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(env.publicUrl).origin) return 'foreign_origin'
    if (env.limits && (perAddress.get(addressOfPeer(request)) ?? 0) >= mostSocketsAnAddress) return 'too_many'
    return null
  }

  /** Once a connection: it may ask again and again. */
  function noteRefused({ id, conn, request }: Pick<Socket, 'id' | 'conn' | 'request'>, error: string) {
    if (refused.has(conn)) return
    refused.add(conn)
    log.warn({ event: 'socket.refused', socketId: id, ip: addressOfPeer(request), error }, wasRefused)
  }

  /** @throws 'unauthorized' for a token that is nobody's */
  async function admit(socket: StoreSocket) {
    const asked = Join.safeParse(socket.handshake.auth)
    if (!asked.success) throw new Error('invalid')
    const identity = asked.data.token === undefined ? null : await identify(db, asked.data.token)
    if (asked.data.token !== undefined && !identity) throw new Error('unauthorized')
    const ip = addressOfPeer(socket.request)
    socket.data = { identity, ip, asked: asked.data, streams: streamsOf(identity?.user ?? null), waiting: [] }
  }

  async function join(socket: StoreSocket) {
    const { identity, streams } = socket.data
    const { epoch, since } = socket.data.asked
    // From here on nothing that is committed can be missed: it waits until the replay is through.
    joining.add(socket)
    if (identity) {
      void socket.join([`session:${identity.sessionId}`, `sockets:${identity.user.id}`])
      endAtExpiry(socket, identity)
      // Ended between its admission and its room, a session would not reach this socket.
      if (!(await isStillOpen(db, identity.sessionId))) return end(socket, 'logout')
      for (const oldest of socketsIn(`sockets:${identity.user.id}`).slice(0, -mostSocketsAUser)) end(oldest, 'crowded')
    }
    const { joined, missed } = await catchUp(db, positions, identity?.user ?? null, { epoch, heads: since ?? {} })
    presence.arrive(socket)
    if (identity) presence.listen(socket)
    socket.emit(
      'welcome',
      encode(Welcome, {
        epoch: positions.epoch,
        now: Date.now(),
        supportOnline: presence.isOnline(),
        sessionExpiresAt: identity?.expiresAt.getTime() ?? null,
        streams: Object.fromEntries(joined.map(({ name, head, mode }) => [name, { head, mode }])) as Welcome['streams'],
      }) as never,
    )
    for (let i = 0; i < missed.length; i += chunk) {
      socket.emit('events', missed.slice(i, i + chunk) as never)
      await drained(socket)
    }
    if (!socket.connected) return
    const heads = new Map(joined.map(({ stream, head }) => [stream, head]))
    const late = socket.data.waiting!.filter((event) => event.seq > (heads.get(event.stream) ?? 0))
    if (late.length > 0) socket.emit('events', late.map(wire) as never)
    socket.data.waiting = null
    joining.delete(socket)
    void socket.join(Object.values(streams))
  }

  function renew(socket: StoreSocket, identity: Identity) {
    // What it follows and may ask was given to who it was when it came.
    if (identity.user.isAdmin !== socket.data.identity!.user.isAdmin) return end(socket, 'role')
    void socket.leave(`session:${socket.data.identity!.sessionId}`)
    void socket.join(`session:${identity.sessionId}`)
    socket.data.identity = identity
    endAtExpiry(socket, identity)
  }

  function endAtExpiry(socket: StoreSocket, { expiresAt }: Identity) {
    clearTimeout(socket.data.expiry)
    socket.data.expiry = setTimeout(() => end(socket, 'expired'), expiresAt.getTime() - Date.now()).unref()
  }

  function end(socket: StoreSocket, reason: z.infer<(typeof signals)['session.ended']>['reason']) {
    socket.emit('session.ended', { reason } as never)
    socket.disconnect(true)
  }

  function socketsIn(room: string): StoreSocket[] {
    const ids = io.sockets.adapter.rooms.get(room) ?? []
    return [...ids].flatMap((id) => (io.sockets.sockets.get(id) as unknown as StoreSocket | undefined) ?? [])
  }
}

/** Waits until the socket has passed on what it was given, so that a replay never fills the memory. */
const drained = (socket: StoreSocket) =>
  new Promise<void>((resolve) => {
    const { conn } = socket
    if ((conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length === 0) return resolve()
    conn.once('drain', resolve)
    conn.once('close', () => resolve())
  })
