import type { Server } from 'socket.io'
import { readOrder, readOrderForStaff, readQueue } from '../orders/read-order.ts'
import type { Store } from '../store.ts'
import type { StoreSocket } from './sockets.ts'

type User = { id: string; firstName: string; isAdmin: boolean }
/** An order that somebody has open: its customer's sockets, and those of staff with their names. */
type Watched = { customers: Set<StoreSocket>; staff: Map<StoreSocket, string>; ahead: number | null }

/** After a payment was checked, those who wait are told their new place together, this much later (milliseconds). */
const together = 50

/** Who has which order open: customers hear that staff look at theirs, and how many payments come before it. */
export function createWatching(store: Store, io: Server) {
  const orders = new Map<string, Watched>()
  let recount: NodeJS.Timeout | undefined

  store.bus.on('events', (events) => {
    const moved = events.some((event) => event.stream === 'staff' && event.type === 'order.changed')
    if (moved && orders.size > 0) recount ??= setTimeout(() => void recountAll(), together)
  })

  /** @throws 404 'Order not found', when it is a stranger's too */
  async function watch(socket: StoreSocket, user: User, orderId: string) {
    const own = await readOrder(store.db, user.id, orderId).catch(() => null)
    if (!own && !user.isAdmin) await readOrder(store.db, user.id, orderId)
    if (!own) await readOrderForStaff(store.db, orderId)
    // Gone while its order was read: it would be kept for good.
    if (!socket.connected) return
    const watched = orders.get(orderId) ?? { customers: new Set(), staff: new Map(), ahead: null }
    orders.set(orderId, watched)
    if (own) {
      watched.customers.add(socket)
      watched.ahead = placeIn(await readQueue(store.db), orderId)
      socket.emit('viewing', { orderId, name: viewerOf(watched) } as never)
      if (watched.ahead !== null) socket.emit('queue', { orderId, ahead: watched.ahead } as never)
    } else {
      watched.staff.set(socket, user.firstName)
      tellViewing(orderId, watched)
    }
  }

  function unwatch(socket: StoreSocket, orderId: string) {
    const watched = orders.get(orderId)
    if (!watched) return
    watched.customers.delete(socket)
    if (watched.staff.delete(socket)) tellViewing(orderId, watched)
    if (watched.customers.size === 0 && watched.staff.size === 0) orders.delete(orderId)
  }

  function forget(socket: StoreSocket) {
    for (const orderId of orders.keys()) unwatch(socket, orderId)
  }

  async function recountAll() {
    recount = undefined
    const queue = await readQueue(store.db).catch(() => null)
    if (!queue) return
    const places = new Map(queue.map((id, ahead) => [id, ahead]))
    for (const [orderId, watched] of orders) {
      const ahead = places.get(orderId) ?? null
      if (ahead === watched.ahead) continue
      watched.ahead = ahead
      if (ahead !== null) emitTo(watched.customers, 'queue', { orderId, ahead })
    }
  }

  return { watch, unwatch, forget }

  function tellViewing(orderId: string, watched: Watched) {
    emitTo(watched.customers, 'viewing', { orderId, name: viewerOf(watched) })
  }
  function emitTo(sockets: Set<StoreSocket>, name: string, data: unknown) {
    for (const { id } of sockets) io.to(id).emit(name, data)
  }
}

export type Watching = ReturnType<typeof createWatching>

/** How many are checked before this one; null when it does not wait. */
const placeIn = (queue: string[], orderId: string) => (queue.includes(orderId) ? queue.indexOf(orderId) : null)

/** Who came first, of the staff who have it open. */
const viewerOf = ({ staff }: Watched): string | null => staff.values().next().value ?? null
