import type { Socket } from 'socket.io-client'
import type * as z from 'zod/mini'
import type { Position } from '../../shared/position.ts'
import type { RequestName, requests, Signal, StreamEvent, Welcome } from '../../shared/stream.ts'
import { waitBefore } from './wait-before.ts'

export type Status = 'connecting' | 'live' | 'offline'
/** One that this client is too old to know, or cannot read: its place counts. */
export type UnknownEvent = { type: 'unknown'; stream: StreamEvent['stream']; seq: number }
export type EndReason = Extract<Signal, { type: 'session.ended' }>['data']['reason']
export type Connection = ReturnType<typeof createConnection>
/** How a request is acknowledged: `message` is why it was refused, or what it brought about. */
export type Reply = { success: boolean; message?: unknown; error?: unknown }

/** What `wire.ts` gives. */
type Wire = Omit<typeof import('./wire.ts'), 'default'>
type Read = { event: StreamEvent | UnknownEvent; readable: boolean }

type Settings = {
  /** Fetches the socket's code. */
  load: () => Promise<Wire>
  /** Where the store is; in a page, where the page came from. */
  url?: string | undefined
  sync: {
    welcome: (welcome: Welcome) => void
    events: (events: (StreamEvent | UnknownEvent)[]) => void
    position: () => Position | null
    isBehind: () => boolean
  }
  token: () => string | null
  /** Gets another token in place of one that failed; null when the session is over. Throws when nobody could say. */
  refresh: (failed: string) => Promise<string | null>
  onStatus: (status: Status) => void
  onSignal: (signal: Signal) => void
  /** The session was ended by the store, `token` being the one this connection had. */
  onEnd: (token: string, reason: EndReason) => void
  /** Something came that cannot be read: what is shown may be wrong. */
  refetch: () => void
}

/** A connection that is silent for so long after it was made is not one, in milliseconds. */
const patience = 8000
/** The store is heard of every 10 s: whoever hears nothing for so long has lost it. */
const mostSilence = 12_500
/** Whoever comes back to the page waits no longer than this to see what is true. */
const mostDoubt = 1200

/** Keeps a connection to the push channel, through whatever happens to the network and the session. */
export function createConnection(settings: Settings) {
  const { load, sync, token, refresh, onStatus, onSignal, onEnd, refetch } = settings
  const watched = new Map<string, number>()
  let socket: Socket | null = null
  let status: Status = 'connecting'
  let open = false
  let attempts = 0
  /** Connected, or about to be. */
  let trying = false
  /** When the store was last heard of, or last called. */
  let heard = 0
  let silence: ReturnType<typeof setTimeout> | undefined
  /** The token that this connection was made with. */
  let used: string | null = null
  /** The last token that was refused. */
  let refused: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function start() {
    if (open) return
    open = true
    const loaded = await load().catch(() => null)
    if (!open) return
    if (!loaded) return notLoaded()
    socket = loaded.io(settings.url ?? '', {
      transports: ['websocket'],
      autoConnect: false,
      // Its own waits cannot be cut short when the network is back.
      reconnection: false,
      timeout: patience,
      ackTimeout: patience,
      auth: (give) => give(join()),
    })
    socket.on('connect', () => wait(patience, lost))
    socket.on('welcome', (told: unknown) => welcome(loaded.readWelcome(told)))
    socket.on('events', (told: unknown) => events(loaded.readEvents(told)))
    for (const type of loaded.signalTypes) socket.on(type, (told: unknown) => signal(loaded.readSignal(type, told)))
    socket.on('disconnect', (reason) => {
      clearTimeout(silence)
      if (reason !== 'io client disconnect') lost()
    })
    socket.io.on('ping', hear)
    socket.on('connect_error', (error) => void (error.message === 'unauthorized' ? renew() : lost()))
    reconnect()
  }

  function stop() {
    open = false
    trying = false
    clearTimeout(timer)
    socket?.disconnect()
    socket = null
  }

  /** Its code did not come: the network is gone before it was ever there. */
  function notLoaded() {
    open = false
    become('offline')
    wait(waitBefore(attempts++), () => void start())
  }

  function join() {
    const position = sync.position()
    used = token()
    return { ...(used && { token: used }), ...(position && { epoch: position.epoch, since: position.heads }) }
  }

  function welcome(told: Welcome) {
    clearTimeout(timer)
    hear()
    sync.welcome(told)
    onSignal({ type: 'presence', data: { supportOnline: told.supportOnline } })
    for (const orderId of watched.keys()) void ask('watch', { orderId })
    catchUp()
  }

  function events(read: Read[]) {
    sync.events(read.map(({ event }) => event))
    if (read.some(({ readable }) => !readable)) refetch()
    catchUp()
  }

  function catchUp() {
    if (!socket?.connected || sync.isBehind()) return
    attempts = 0
    become('live')
  }

  function signal(heard: Signal) {
    if (heard.type === 'session.ended') return ended(heard.data.reason)
    onSignal(heard)
  }

  function ended(reason: EndReason) {
    const ours = used
    trying = false
    socket?.disconnect()
    become('offline')
    // Too many tabs: this one connects again when somebody comes to it.
    if (reason === 'crowded') return
    if (reason === 'expired' || !ours) return void renew()
    onEnd(ours, reason)
  }

  /** The token was refused: another one at once, and after that with patience. */
  async function renew() {
    trying = false
    if (!used || used === refused) return lost()
    refused = used
    try {
      if (token() === used) await refresh(used)
      hurry()
    } catch {
      lost()
    }
  }

  function lost() {
    if (!open) return
    become('offline')
    rejoin()
  }

  function hear() {
    heard = Date.now()
    clearTimeout(silence)
    silence = setTimeout(lost, mostSilence)
  }

  /** Connects again with what is known by then: the token, and the position. */
  function rejoin() {
    if (!open || !socket) return
    trying = false
    socket.disconnect()
    wait(waitBefore(attempts++), reconnect)
  }

  function reconnect() {
    clearTimeout(timer)
    if (!open || !socket) return
    trying = true
    heard = Date.now()
    socket.disconnect()
    socket.connect()
  }

  /** Somebody looks: no reason to wait any longer, nor to trust what may have died while nobody looked. */
  function hurry() {
    const quiet = Date.now() - heard
    if (!trying || quiet > mostSilence) return reconnect()
    if (quiet < mostDoubt) return
    if (socket?.connected) void probe(socket)
    else reconnect()
  }

  /** Ends a watch that was never begun, which changes nothing: a connection that still is one answers. */
  async function probe(asked: Socket) {
    const called = heard
    const isAlive = await asked
      .timeout(mostDoubt)
      .emitWithAck('unwatch', { orderId: 'none' })
      .catch(() => false)
    if (!isAlive && socket === asked && heard === called) reconnect()
  }

  function wait(ms: number, then: () => void) {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }

  function become(next: Status) {
    if (status === next) return
    status = next
    onStatus(next)
  }

  async function ask<R extends RequestName>(name: R, data: z.input<(typeof requests)[R]>): Promise<boolean> {
    return (await request(name, data))?.success === true
  }

  async function request<R extends RequestName>(name: R, data: z.input<(typeof requests)[R]>): Promise<Reply | null> {
    if (!socket?.connected) return null
    const told: unknown = await socket.emitWithAck(name, data).catch(() => null)
    return isReply(told) ? told : null
  }

  return {
    start,
    stop,
    reconnect,
    rejoin,
    hurry,
    /** The device says that there is no network. */
    lost,
    /** Asks something of the store, which acknowledges it; null when there is no connection, or no answer came. */
    request,
    /** A refreshed token, for the connection as it is. */
    async renewed(fresh: string) {
      if (!socket?.connected || used === fresh) return
      used = fresh
      if (!(await ask('session', { token: fresh })) && socket?.connected) reconnect()
    },
    /** Asks to be told who looks at an order and how many are before it. Returns how to end that. */
    watch(orderId: string) {
      const watchers = (watched.get(orderId) ?? 0) + 1
      watched.set(orderId, watchers)
      if (watchers === 1) void ask('watch', { orderId })
      return () => {
        const left = watched.get(orderId)! - 1
        if (left > 0) return void watched.set(orderId, left)
        watched.delete(orderId)
        void ask('unwatch', { orderId })
      }
    },
  }
}

const isReply = (told: unknown): told is Reply =>
  told !== null && typeof told === 'object' && 'success' in told && typeof told.success === 'boolean'
