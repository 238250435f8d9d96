import type { Signal } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import { assertCustomerExists, type Participant, resolveParticipantSide } from '../support/conversation.ts'
import type { AppServer, AppSocket } from './typed-socket.ts'

type User = Participant & { firstName: string }
type TypingSignal = Extract<Signal, { type: 'typing' }>['data']
/** Someone typing in a conversation, in one tab or several. */
type Typist = { userId: string; signal: Omit<TypingSignal, 'on'>; sockets: Set<AppSocket>; timer: NodeJS.Timeout }

/** Clients repeat the message every 3 s while the user types. */
const typingTimeoutMs = 5000

/** Tells the customer and staff who is typing in a conversation, but never the typist. */
export function createTyping(app: AppContext, io: AppServer) {
  const typists = new Map<string, Typist>()

  app.bus.subscribe('ephemeral', ({ rooms, exceptRoom, name, data }) => {
    if (name !== 'typing') return
    io.to(rooms)
      .except(exceptRoom)
      .emit(name, data as TypingSignal)
  })

  app.bus.subscribe('events', (events) => {
    for (const { stream, type, data } of events) {
      if (stream !== 'staff' || type !== 'support.message') continue
      const { userId, message } = JSON.parse(data) as { userId: string; message: { sender: { _id: string } } }
      stop(typistKey(userId, message.sender._id))
    }
  })

  /** @throws 403 for another customer's conversation; 404 'Customer not found' */
  async function setTyping(
    socket: AppSocket,
    user: User,
    { userId: customerId, on }: { userId?: string | undefined; on: boolean },
  ) {
    const { userId, byStaff } = resolveParticipantSide(user, customerId)
    const key = typistKey(userId, user.id)
    if (!on) return stopIn(socket, key)
    if (byStaff && !typists.has(key)) await assertCustomerExists(app.db, userId)
    // It may have disconnected meanwhile.
    if (!socket.connected) return
    const typist = typists.get(key)
    clearTimeout(typist?.timer)
    const signal = typist?.signal ?? { userId, who: byStaff ? 'staff' : 'customer', name: user.firstName }
    const sockets = (typist?.sockets ?? new Set()).add(socket)
    const timer = setTimeout(() => stop(key), typingTimeoutMs).unref()
    typists.set(key, { userId: user.id, signal, sockets, timer })
    send(user.id, { ...signal, on: true })
  }

  /** The user may still be typing in another tab. */
  function stopIn(socket: AppSocket, key: string) {
    const typist = typists.get(key)
    if (typist?.sockets.delete(socket) && typist.sockets.size === 0) stop(key)
  }

  function removeSocket(socket: AppSocket) {
    for (const key of typists.keys()) stopIn(socket, key)
  }

  function stop(key: string) {
    const typist = typists.get(key)
    if (!typist) return
    clearTimeout(typist.timer)
    typists.delete(key)
    send(typist.userId, { ...typist.signal, on: false })
  }

  function send(typistId: string, signal: TypingSignal) {
    const rooms = signal.who === 'staff' ? ['staff', `user:${signal.userId}`] : ['staff']
    app.bus.publish('ephemeral', { rooms, exceptRoom: `sockets:${typistId}`, name: 'typing', data: signal })
  }

  return { setTyping, removeSocket }
}

export type Typing = ReturnType<typeof createTyping>

const typistKey = (customerId: string, userId: string) => `${customerId} ${userId}`
