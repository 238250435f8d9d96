import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { AppContext } from '../app-context.ts'
import { readQueue } from '../orders/read-order.ts'
import { createTabClaims } from './tab-claims.ts'
import type { AppServer, AppSocket } from './typed-socket.ts'

type User = { id: string; firstName: string; isAdmin: boolean }
/** The sockets that have an order open, and how many payments are checked before it (null: it isn't waiting). */
type WatchedOrder = { customers: Set<AppSocket>; staff: Map<AppSocket, string>; ahead: number | null }

/** Changes of the queue within this time are sent together. */
const groupWindowMs = 50

/** Tells customers which staff member has their order open, and their payment's place in the queue. */
export function createOrderViewers(app: AppContext, io: AppServer) {
  const tabClaims = createTabClaims(app)
  const watchedOrders = new Map<string, WatchedOrder>()
  let updateTimer: NodeJS.Timeout | undefined

  app.bus.subscribe('events', (events) => {
    const hasOrderChanged = events.some(({ stream, type }) => stream === 'staff' && type === 'order.changed')
    if (hasOrderChanged && watchedOrders.size > 0) {
      updateTimer ??= setTimeout(() => void updatePlaces(), groupWindowMs)
    }
  })

  /**
   * @param claiming the socket's tab holds the order's claim
   * @throws 404 'Order not found', also for another customer's order
   */
  async function watch(socket: AppSocket, user: User, orderId: string, claiming: boolean) {
    const [order] = await app.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId))
    const isOwn = order?.userId === user.id
    if (!order || (!isOwn && !user.isAdmin)) throw notFound('Order not found')
    // It may have disconnected meanwhile, and would never be removed.
    if (!socket.connected) return
    const watched: WatchedOrder = watchedOrders.get(orderId) ?? { customers: new Set(), staff: new Map(), ahead: null }
    watchedOrders.set(orderId, watched)
    if (claiming && user.isAdmin) tabClaims.hold(socket, user.id, orderId)
    else tabClaims.letGo(socket, orderId)
    if (isOwn) {
      watched.customers.add(socket)
      // Read after the socket was added: a later change finds it.
      watched.ahead = placeInQueue(await readQueue(app.db), orderId)
      socket.emit('viewing', { orderId, name: firstViewer(watched) })
      if (watched.ahead !== null) socket.emit('queue', { orderId, ahead: watched.ahead })
    } else {
      watched.staff.set(socket, user.firstName)
      sendViewer(orderId, watched)
    }
  }

  function unwatch(socket: AppSocket, orderId: string) {
    tabClaims.letGo(socket, orderId)
    const watched = watchedOrders.get(orderId)
    if (!watched) return
    watched.customers.delete(socket)
    if (watched.staff.delete(socket)) sendViewer(orderId, watched)
    if (watched.customers.size === 0 && watched.staff.size === 0) watchedOrders.delete(orderId)
  }

  function removeSocket(socket: AppSocket) {
    for (const orderId of watchedOrders.keys()) unwatch(socket, orderId)
  }

  async function updatePlaces() {
    updateTimer = undefined
    let queue: string[]
    try {
      queue = await readQueue(app.db)
    } catch (error) {
      return app.log.error({ err: error }, 'the payment queue could not be read')
    }
    const places = new Map(queue.map((id, ahead) => [id, ahead]))
    for (const [orderId, watched] of watchedOrders) {
      const ahead = places.get(orderId) ?? null
      if (ahead === watched.ahead) continue
      watched.ahead = ahead
      if (ahead === null) continue
      for (const { id } of watched.customers) io.to(id).emit('queue', { orderId, ahead })
    }
  }

  function sendViewer(orderId: string, watched: WatchedOrder) {
    const name = firstViewer(watched)
    for (const { id } of watched.customers) io.to(id).emit('viewing', { orderId, name })
  }

  return { watch, unwatch, removeSocket, stop: tabClaims.stop }
}

export type OrderViewers = ReturnType<typeof createOrderViewers>

const placeInQueue = (queue: string[], orderId: string) => (queue.includes(orderId) ? queue.indexOf(orderId) : null)

/** The first name of the staff member who has had it open the longest. */
const firstViewer = ({ staff }: WatchedOrder): string | null => staff.values().next().value ?? null
