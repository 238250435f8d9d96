import type { Server } from 'socket.io'
import type { Signal } from '../../shared/stream.ts'
import type { Store } from '../store.ts'
import { type Participant, refuseUnknown, sideOf } from '../support/conversation.ts'
import type { StoreSocket } from './sockets.ts'

type Person = Participant & { firstName: string }
type Data = Extract<Signal, { type: 'typing' }>['data']
/** Somebody who writes in a conversation, in one tab or several, until the rest is over. */
type Writing = { personId: string; told: Omit<Data, 'on'>; sockets: Set<StoreSocket>; rest: NodeJS.Timeout }

/** Who was not heard of for so long writes no more, in milliseconds. */
const mostRest = 5000

const keyOf = (userId: string, personId: string) => `${userId} ${personId}`

/** Who is writing in which conversation: relayed to its customer and to staff, never to the person themselves. */
export function createTyping(store: Store, io: Server) {
  const writing = new Map<string, Writing>()

  store.bus.on('events', (events) => {
    for (const { stream, type, data } of events) {
      if (stream !== 'staff' || type !== 'support.message') continue
      const { userId, message } = JSON.parse(data) as { userId: string; message: { sender: { _id: string } } }
      stop(keyOf(userId, message.sender._id))
    }
  })

  /** @throws 403 for another customer's conversation; 404 for a customer that there is not */
  async function hear(
    socket: StoreSocket,
    person: Person,
    { userId: to, on }: { userId?: string | undefined; on: boolean },
  ) {
    const { userId, byStaff } = sideOf(person, to)
    const key = keyOf(userId, person.id)
    if (!on) return rest(key, socket)
    if (byStaff && !writing.has(key)) await refuseUnknown(store.db, userId)
    // Gone while that was read: it would write on for 5 s.
    if (!socket.connected) return
    const known = writing.get(key)
    clearTimeout(known?.rest)
    const told = known?.told ?? {
      userId,
      who: byStaff ? ('staff' as const) : ('customer' as const),
      name: person.firstName,
    }
    const sockets = (known?.sockets ?? new Set()).add(socket)
    writing.set(key, { personId: person.id, told, sockets, rest: setTimeout(() => stop(key), mostRest).unref() })
    tell(person.id, { ...told, on: true })
  }

  /** In this tab; it goes on while there is another. */
  function rest(key: string, socket: StoreSocket) {
    const known = writing.get(key)
    if (known?.sockets.delete(socket) && known.sockets.size === 0) stop(key)
  }

  function forget(socket: StoreSocket) {
    for (const key of writing.keys()) rest(key, socket)
  }

  function stop(key: string) {
    const known = writing.get(key)
    if (!known) return
    clearTimeout(known.rest)
    writing.delete(key)
    tell(known.personId, { ...known.told, on: false })
  }

  function tell(personId: string, data: Data) {
    const rooms = data.who === 'staff' ? ['staff', `user:${data.userId}`] : ['staff']
    io.to(rooms).except(`sockets:${personId}`).emit('typing', data)
  }

  return { hear, forget }
}

export type Typing = ReturnType<typeof createTyping>
