import type { Socket } from 'socket.io-client'
import type * as z from 'zod/mini'
import type { ClientMessageName, clientMessages } from '../../shared/client-messages.ts'
import type { Signal, Welcome } from '../../shared/stream.ts'
import { backoffMs } from './backoff.ts'
import { isReply } from './connection-options.ts'
import type { ConnectionOptions, EndReason, ParsedEvent, Status } from './connection-options.ts'
import { createOrderWatches } from './order-watches.ts'

export type Connection = ReturnType<typeof createConnection>

/** For connecting, for an acknowledgement, and for the welcome message after connecting. */
const timeoutMs = 8000
/** The server pings every 10 s. */
const maxSilenceMs = 12_500
/** How long a returning user may look at a connection that may be dead. */
const probeTimeoutMs = 1200

/** Keeps a socket connected to the server across network failures and token refreshes. */
export function createConnection(options: ConnectionOptions) {
  const { load, sync, token, refresh, onStatus, onSignal, onEnd, refetch } = options
  const orderWatches = createOrderWatches(send)
  let socket: Socket | null = null
  let status: Status = 'connecting'
  let isStarted = false
  let isLoading = false
  let attempts = 0
  /** Connected or connecting, as opposed to waiting for the next attempt. */
  let isActive = false
  /** When the server last sent something, or a connection was last attempted. */
  let lastAliveAt = 0
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  /** The token this connection was authenticated with. */
  let socketToken: string | null = null
  let connections = 0
  let rejectedToken: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function start() {
    if (isStarted) return
    isStarted = true
    return open()
  }

  /** Connects for the first time. Without the code, which needs the network, too, it is tried again. */
  async function open() {
    if (isLoading) return
    isLoading = true
    const code = await load().catch(() => null)
    isLoading = false
    if (!isStarted) return
    if (!code) {
      setStatus('offline')
      return schedule(backoffMs(attempts++), () => void open())
    }
    socket = code.io(options.url ?? '', {
      transports: ['websocket'],
      autoConnect: false,
      // Socket.IO's own backoff can't be cut short when the network is back.
      reconnection: false,
      timeout: timeoutMs,
      ackTimeout: timeoutMs,
      auth: (send) => send(joinData()),
    })
    socket.on('connect', () => schedule(timeoutMs, handleDisconnect))
    socket.on('welcome', (data: unknown) => handleWelcome(code.readWelcome(data)))
    socket.on('events', (data: unknown) => handleEvents(code.readEvents(data)))
    for (const type of code.signalTypes) {
      socket.on(type, (data: unknown) => handleSignal(code.readSignal(type, data)))
    }
    socket.on('disconnect', (reason) => {
      clearTimeout(silenceTimer)
      if (reason !== 'io client disconnect') handleDisconnect()
    })
    socket.io.on('ping', markAlive)
    socket.on('connect_error', (error) => void (error.message === 'unauthorized' ? renewToken() : handleDisconnect()))
    reconnect()
  }

  function stop() {
    isStarted = false
    isActive = false
    clearTimeout(timer)
    socket?.disconnect()
    socket = null
  }

  function joinData() {
    const cursor = sync.cursor()
    socketToken = token()
    connections += 1
    return { ...(socketToken && { token: socketToken }), ...(cursor && { epoch: cursor.epoch, since: cursor.heads }) }
  }

  function handleWelcome(welcome: Welcome) {
    clearTimeout(timer)
    markAlive()
    sync.welcome(welcome)
    onSignal({ type: 'presence', data: { supportOnline: welcome.supportOnline } })
    orderWatches.resend()
    goLiveIfCaughtUp()
  }

  function handleEvents(parsed: ParsedEvent[]) {
    sync.events(parsed.map(({ event }) => event))
    if (parsed.some(({ readable }) => !readable)) refetch()
    goLiveIfCaughtUp()
  }

  function goLiveIfCaughtUp() {
    if (!socket?.connected || sync.isBehind()) return
    attempts = 0
    setStatus('live')
  }

  function handleSignal(signal: Signal) {
    if (signal.type === 'session.ended') return handleSessionEnd(signal.data.reason)
    onSignal(signal)
  }

  function handleSessionEnd(reason: EndReason) {
    const endedToken = socketToken
    isActive = false
    socket?.disconnect()
    setStatus('offline')
    // Too many tabs are open: this one reconnects when the user returns to it.
    if (reason === 'crowded') return
    if (reason === 'expired' || !endedToken) return void renewToken()
    onEnd(endedToken, reason)
  }

  /** Replaces a rejected token and reconnects. A token that is rejected twice waits like any lost connection. */
  async function renewToken() {
    isActive = false
    if (!socketToken || socketToken === rejectedToken) return handleDisconnect()
    rejectedToken = socketToken
    try {
      if (token() === socketToken) await refresh(socketToken)
      checkConnection()
    } catch {
      handleDisconnect()
    }
  }

  /** The connection is lost, or the device says there is no network. */
  function handleDisconnect() {
    if (!isStarted) return
    setStatus('offline')
    rejoin()
  }

  /** Closes the connection of a page that may be kept for Back; `reconnect` opens it again. */
  function suspend() {
    if (!isStarted) return
    isActive = false
    clearTimeout(timer)
    clearTimeout(silenceTimer)
    socket?.disconnect()
  }

  function markAlive() {
    lastAliveAt = Date.now()
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(handleDisconnect, maxSilenceMs)
  }

  /** Reconnects after a delay, with the token and cursor known by then. */
  function rejoin() {
    if (!isStarted || !socket) return
    isActive = false
    socket.disconnect()
    schedule(backoffMs(attempts++), reconnect)
  }

  function reconnect() {
    clearTimeout(timer)
    if (!isStarted) return
    if (!socket) return void open()
    isActive = true
    lastAliveAt = Date.now()
    socket.disconnect()
    socket.connect()
  }

  /** For a user who returns to the page: reconnects at once, unless the connection is known to work. */
  function checkConnection() {
    const silentMs = Date.now() - lastAliveAt
    if (!isActive || silentMs > maxSilenceMs) return reconnect()
    if (silentMs < probeTimeoutMs) return
    if (socket?.connected) void probe(socket)
    else reconnect()
  }

  /** Any acknowledged message proves that the connection works; ending a watch that doesn't exist has no effect. */
  async function probe(probed: Socket) {
    const aliveBefore = lastAliveAt
    const isAlive = await probed
      .timeout(probeTimeoutMs)
      .emitWithAck('unwatch', { orderId: 'none' })
      .catch(() => false)
    if (!isAlive && socket === probed && lastAliveAt === aliveBefore) reconnect()
  }

  function schedule(delayMs: number, task: () => void) {
    clearTimeout(timer)
    timer = setTimeout(task, delayMs)
  }

  function setStatus(next: Status) {
    if (status === next) return
    status = next
    onStatus(next)
  }

  async function send<M extends ClientMessageName>(name: M, data: z.input<(typeof clientMessages)[M]>) {
    return (await request(name, data))?.success === true
  }

  /** Sends a message and waits for its acknowledgement; null without a connection or an acknowledgement. */
  async function request<M extends ClientMessageName>(name: M, data: z.input<(typeof clientMessages)[M]>) {
    if (!socket?.connected) return null
    const reply: unknown = await socket.emitWithAck(name, data).catch(() => null)
    return isReply(reply) ? reply : null
  }

  return {
    start,
    stop,
    reconnect,
    rejoin,
    checkConnection,
    handleDisconnect,
    suspend,
    request,
    /** Authenticates the existing connection with a refreshed token. */
    async setToken(refreshed: string) {
      if (!socket?.connected || socketToken === refreshed) return
      const connectionNumber = connections
      const isAccepted = await send('session', { token: refreshed })
      // A connection made in the meantime has a token of its own.
      if (connections !== connectionNumber) return
      // Only once it's accepted: the end of the previous session may be under way, and must not end this one.
      if (isAccepted) socketToken = refreshed
      else if (socket?.connected) reconnect()
    },
    watchOrder: orderWatches.watch,
  }
}
