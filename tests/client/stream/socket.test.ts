import { expect, it, onTestFinished, vi } from 'vitest'
import { createConnection } from '../../../client/stream/socket.ts'

type Handler = (data: unknown) => void

/** A connection on a socket whose messages and acknowledgements the test decides on. */
async function openConnection(isReachable = () => true) {
  const handlers = new Map<string, Handler>()
  const acknowledgements: ((reply: unknown) => void)[] = []
  let authenticate: (send: (data: { token?: string }) => void) => void = () => {}
  const joinedWith: (string | undefined)[] = []
  const socket = {
    connected: false,
    io: { on: () => socket },
    on: (name: string, handler: Handler) => (handlers.set(name, handler), socket),
    connect() {
      socket.connected = true
      authenticate(({ token }) => joinedWith.push(token))
      handlers.get('connect')!(undefined)
      handlers.get('welcome')!({ supportOnline: false })
    },
    disconnect: () => void (socket.connected = false),
    emitWithAck: () => new Promise((resolve) => acknowledgements.push(resolve)),
  }
  const code = {
    io: (_: string, options: { auth: typeof authenticate }) => ((authenticate = options.auth), socket),
    signalTypes: ['session.ended'],
    readWelcome: (data: unknown) => data,
    readEvents: () => [],
    readSignal: (type: string, data: unknown) => ({ type, data }),
  }
  let token = 'old'
  const onEnd = vi.fn()
  const connection = createConnection({
    load: async () => (isReachable() ? (code as never) : Promise.reject(new Error('offline'))),
    sync: { welcome: () => {}, events: () => {}, cursor: () => null, isBehind: () => false },
    token: () => token,
    refresh: async () => token,
    onStatus: () => {},
    onSignal: () => {},
    onEnd,
    refetch: () => {},
  })
  await connection.start()
  onTestFinished(connection.stop)
  return {
    connection,
    socket,
    onEnd,
    joinedWith,
    /** The browser logs in again, or its token is refreshed. */
    setToken(next: string) {
      token = next
      return connection.setToken(next)
    },
    acknowledge: (success: boolean) => acknowledgements.shift()!({ success }),
    endSession: () => handlers.get('session.ended')!({ reason: 'logout' }),
  }
}

it('takes a late end of the previous session for that of the previous one', async () => {
  const { setToken, endSession, onEnd } = await openConnection()
  // Logging in again ends the browser's previous session. The push of its end is on its way when the token changes.
  void setToken('new')
  endSession()
  expect(onEnd.mock.calls).toEqual([['old', 'logout']])
})

it('takes an end after the acknowledgement for that of the new session', async () => {
  const { setToken, acknowledge, endSession, onEnd } = await openConnection()
  const change = setToken('new')
  acknowledge(true)
  await change
  endSession()
  expect(onEnd.mock.calls).toEqual([['new', 'logout']])
})

it('reconnects with the new token when the server does not accept it on the connection', async () => {
  const { setToken, acknowledge, endSession, onEnd, joinedWith } = await openConnection()
  const change = setToken('new')
  acknowledge(false)
  await change
  expect(joinedWith).toEqual(['old', 'new'])
  endSession()
  expect(onEnd.mock.calls).toEqual([['new', 'logout']])
})

it('ignores an acknowledgement that arrives after a reconnect with a newer token', async () => {
  const { connection, setToken, acknowledge, endSession, onEnd, joinedWith } = await openConnection()
  const change = setToken('new')
  void setToken('newer')
  connection.reconnect()
  expect(joinedWith).toEqual(['old', 'newer'])
  acknowledge(true)
  await change
  endSession()
  expect(onEnd.mock.calls).toEqual([['newer', 'logout']])
})

it.each(['reconnect', 'checkConnection'] as const)(
  'connects at once when the network is back (%s), although its code could not be loaded before',
  async (event) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let isOnline = false
    const { connection, socket, joinedWith } = await openConnection(() => isOnline)
    connection[event]()
    await vi.advanceTimersByTimeAsync(0)
    expect(socket.connected, 'while it is offline').toBe(false)
    isOnline = true
    connection[event]()
    await vi.advanceTimersByTimeAsync(0)
    expect(socket.connected, 'without waiting for the next attempt').toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(joinedWith, 'once').toEqual(['old'])
  },
)

it('is not opened by the network once it is stopped', async () => {
  let isOnline = false
  const { connection, socket } = await openConnection(() => isOnline)
  connection.stop()
  isOnline = true
  connection.reconnect()
  await Promise.resolve()
  expect(socket.connected).toBe(false)
})
