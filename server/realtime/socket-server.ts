import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Server } from 'socket.io'
import { System } from '../../shared/staff/system-schema.ts'
import { Welcome } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import { encode } from '../encode.ts'
import { type JoinedStream, limitReplay, needsReplay, planReplay } from '../events/replay.ts'
import { denyAllCsp, securityHeaders } from '../http/listener.ts'
import { report } from '../reports.ts'
import { createAdmission } from './admission.ts'
import type { Connection } from './connection-guard.ts'
import { createDelivery, disconnectSlowReaders } from './delivery.ts'
import { disconnectConnected } from './disconnect-in-batches.ts'
import { disconnectRevokedStaff } from './disconnect-revoked-staff.ts'
import { createOrderViewers } from './order-viewers.ts'
import { createPresence } from './presence.ts'
import { createReplayQueue } from './replay-queue.ts'
import { parser } from './serialized-events.ts'
import { handleSocketMessages } from './socket-messages.ts'
import { createSocketLimit } from './socket-limit.ts'
import { createSocketSessions } from './socket-sessions.ts'
import { sweepSessions } from './sweep-sessions.ts'
import type { AppServer, AppSocket } from './typed-socket.ts'
import { createTyping } from './typing.ts'

/** Serves the push channel on `http`: events, signals and the messages of clients. It stops when `http` closes. */
export function openSocketServer(app: AppContext, http: HttpServer): AppServer {
  const { bus, db, log, streamHeads } = app
  const admission = createAdmission(app)
  const io: AppServer = new Server({
    parser,
    serveClient: false,
    transports: ['websocket'],
    pingInterval: 10_000,
    pingTimeout: 5_000,
    maxHttpBufferSize: 16 * 1024,
    allowRequest: (request, decide) => decide(null, admission.acceptsRequest(request)),
  })
  const sessions = createSocketSessions(app, io)
  const socketLimit = createSocketLimit(app, io, (socket) => sessions.disconnect(socket, 'crowded'))
  const delivery = createDelivery(app, io)
  const queueReplay = createReplayQueue(app)
  const presence = createPresence(app, io)
  const orderViewers = createOrderViewers(app, io)
  const typing = createTyping(app, io)
  const announce = () => bus.announce({ staffOnline: presence.isOnlineHere(), ...orderViewers.listHere() })
  presence.onChangeHere(announce)
  orderViewers.onChangeHere(announce)

  app.system.connect({
    countSockets: () => io.engine.clientsCount,
    isWatched: () => io.sockets.adapter.rooms.has('staff'),
    send: (system) => io.to('staff').emit('system', encode(System, system)),
  })

  io.use((socket, next) => void admission.admit(socket).then(next))
  io.on('connection', (socket) => {
    socket.on('disconnect', () => {
      clearTimeout(socket.data.expiryTimer)
      delivery.cancelJoin(socket)
      orderViewers.removeSocket(socket)
      typing.removeSocket(socket)
      presence.remove(socket)
      unfollowStreams(socket)
    })
    handleSocketMessages(socket, { app, orderViewers, typing, sessions })
    join(socket).catch((error: unknown) => {
      log.error({ err: error }, 'socket could not join its streams')
      delivery.cancelJoin(socket)
      socket.disconnect(true)
    })
  })

  io.attach(http)
  setSecurityHeaders(io, app)
  rejectSecondTransports(io)
  io.engine.on('connection', (connection: Connection) => admission.watch(connection))
  const stops = [
    disconnectSlowReaders(io),
    disconnectRevokedStaff(app, io, sessions),
    sweepSessions(app, io, sessions),
    orderViewers.stop,
    // What clients know belongs to another history of the database: they connect again, and fetch everything.
    bus.subscribe('epoch-changed', () => void disconnectConnected(io)),
  ]
  http.on('close', () => stops.forEach((stop) => stop()))
  return io

  async function join(socket: AppSocket) {
    const { identity, handshake, ip } = socket.data
    if (identity && !(await sessions.open(socket, identity))) return
    await followStreams(socket)
    if (identity) socketLimit.enforce(identity.user.id)
    const since = { epoch: handshake.epoch, heads: handshake.since ?? {} }
    const plan = () => {
      // First, so that no event falls between the heads and the rooms.
      delivery.startJoin(socket)
      return planReplay(streamHeads, identity?.user ?? null, since)
    }
    const joined = await plan()
    if (!needsReplay(joined)) return welcome(socket, joined)
    // While it waits for its turn, nothing is buffered; the heads are read again.
    delivery.cancelJoin(socket)
    await queueReplay(ip, async () => {
      if (!socket.connected) return
      const limited = await limitReplay(db, await plan())
      report('replay', { outcome: limited.some(({ mode }) => mode === 'resync') ? 'resync' : 'replayed' })
      await welcome(socket, limited)
    })
  }

  /** From now on, what is committed by any process is delivered here. */
  async function followStreams(socket: AppSocket) {
    await Promise.all(
      Object.values(socket.data.streams).map(async (stream) => {
        await bus.followStream(stream)
        if (socket.connected) socket.data.followed.push(stream)
        else bus.unfollowStream(stream)
      }),
    )
  }

  function unfollowStreams(socket: AppSocket) {
    for (const stream of socket.data.followed.splice(0)) bus.unfollowStream(stream)
  }

  async function welcome(socket: AppSocket, joined: JoinedStream[]) {
    const { identity } = socket.data
    // It may have disconnected meanwhile, and would stay in the lists.
    if (!socket.connected) return delivery.cancelJoin(socket)
    presence.add(socket)
    if (identity) presence.subscribe(socket)
    const streams = joined.map(({ name, head, mode }) => [name, { head, mode }])
    socket.emit(
      'welcome',
      encode(Welcome, {
        epoch: streamHeads.epoch,
        now: Date.now(),
        supportOnline: presence.isOnline(),
        sessionExpiresAt: identity?.expiresAt.getTime() ?? null,
        streams: Object.fromEntries(streams) as Welcome['streams'],
      }),
    )
    await delivery.finishJoin(socket, joined)
  }
}

/** Engine.IO answers these requests itself, so the HTTP listener doesn't set their headers. */
function setSecurityHeaders(io: AppServer, { env }: AppContext) {
  const headers = Object.entries({ ...securityHeaders(env), 'content-security-policy': denyAllCsp })
  io.engine.use((_: unknown, response: ServerResponse, next: () => void) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  })
}

/** There are only WebSockets, so nothing is upgraded: a second transport of a connection would be watched by nobody. */
function rejectSecondTransports(io: AppServer) {
  io.engine.use(({ url }: IncomingMessage, _: unknown, next: (error?: Error) => void) => {
    next(/[?&]sid=/.test(url ?? '') ? new Error('This connection has its transport.') : undefined)
  })
}
