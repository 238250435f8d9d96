import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Server } from 'socket.io'
import { Welcome } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import { encode } from '../encode.ts'
import { type JoinedStream, limitReplay, needsReplay, planReplay } from '../events/replay.ts'
import { denyAllCsp, securityHeaders } from '../http/listener.ts'
import { createAdmission } from './admission.ts'
import type { Connection } from './connection-guard.ts'
import { createDelivery, disconnectSlowReaders } from './delivery.ts'
import { disconnectRevokedStaff } from './disconnect-revoked-staff.ts'
import { createOrderViewers } from './order-viewers.ts'
import { createPresence } from './presence.ts'
import { createReplayQueue } from './replay-queue.ts'
import { parser } from './serialized-events.ts'
import { handleSocketMessages } from './socket-messages.ts'
import { createSocketSessions } from './socket-sessions.ts'
import type { AppServer, AppSocket } from './typed-socket.ts'
import { createTyping } from './typing.ts'

/** Serves the push channel on `http`: events, signals and the messages of clients. It stops when `http` closes. */
export function openSocketServer(app: AppContext, http: HttpServer): AppServer {
  const { db, log, streamHeads } = app
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
  const delivery = createDelivery(app, io)
  const queueReplay = createReplayQueue(app)
  const presence = createPresence(app, io)
  const orderViewers = createOrderViewers(app, io)
  const typing = createTyping(app, io)

  io.use((socket, next) => void admission.admit(socket).then(next))
  io.on('connection', (socket) => {
    socket.on('disconnect', () => {
      clearTimeout(socket.data.expiryTimer)
      delivery.cancelJoin(socket)
      orderViewers.removeSocket(socket)
      typing.removeSocket(socket)
      presence.remove(socket)
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
  const stops = [disconnectSlowReaders(io), disconnectRevokedStaff(app, io, sessions), orderViewers.stop]
  http.on('close', () => stops.forEach((stop) => stop()))
  return io

  async function join(socket: AppSocket) {
    const { identity, handshake, ip } = socket.data
    if (identity && !(await sessions.open(socket, identity))) return
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
      if (socket.connected) await welcome(socket, await limitReplay(db, await plan()))
    })
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
