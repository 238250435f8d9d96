import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { PaymentProgress } from '../../shared/payments/progress.ts'
import type { AppContext } from '../app-context.ts'
import { encode } from '../encode.ts'
import { readQueue } from '../orders/read-order.ts'
import { createTabClaims } from './tab-claims.ts'
import type { AppServer, AppSocket } from './typed-socket.ts'

type User = { id: string; firstName: string; isAdmin: boolean }
/** The sockets that have an order open, and how many payments are checked before it (null: it isn't waiting). */
type WatchedOrder = { customers: Set<AppSocket>; staff: Map<AppSocket, string>; ahead: number | null }

/** Changes of the queue within this time are sent together. */
const groupWindowMs = 50

/** How many orders' transfers are remembered for those who open them later. */
const maxProgress = 5000

/** Tells customers which staff member has their order open, and their payment's place in the queue. */
export function createOrderViewers(app: AppContext, io: AppServer) {
  const tabClaims = createTabClaims(app)
  const watchedOrders = new Map<string, WatchedOrder>()
  /** By order, who has it open on another process. */
  let viewersElsewhere = new Map<string, string>()
  let updateTimer: NodeJS.Timeout | undefined
  let onChangeHere = () => {}

  app.bus.subscribe('peers', (peers) => {
    const before = viewersElsewhere
    viewersElsewhere = new Map(peers.flatMap(({ viewing }) => Object.entries(viewing)))
    for (const [orderId, watched] of watchedOrders) {
      if (before.get(orderId) !== viewersElsewhere.get(orderId)) sendViewer(orderId, watched)
    }
  })

  const progress = new Map<string, PaymentProgress>()
  app.bus.subscribe('ephemeral', ({ rooms, name, data }) => {
    if (name !== 'payment.progress') return
    const next = data as PaymentProgress
    progress.delete(next.orderId)
    progress.set(next.orderId, next)
    if (progress.size > maxProgress) progress.delete(progress.keys().next().value!)
    io.to(rooms).emit(name, encode(PaymentProgress, next))
  })

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
      socket.emit('viewing', { orderId, name: viewerOf(orderId, watched) })
      if (watched.ahead !== null) socket.emit('queue', { orderId, ahead: watched.ahead })
    } else {
      watched.staff.set(socket, user.firstName)
      sendViewer(orderId, watched)
    }
    void socket.join(watchersOf(orderId))
    const known = progress.get(orderId)
    if (known) socket.emit('payment.progress', encode(PaymentProgress, known))
    if (user.isAdmin) onChangeHere()
  }

  function unwatch(socket: AppSocket, orderId: string) {
    void socket.leave(watchersOf(orderId))
    tabClaims.letGo(socket, orderId)
    const watched = watchedOrders.get(orderId)
    if (!watched) return
    watched.customers.delete(socket)
    const hasLeft = watched.staff.delete(socket)
    if (watched.customers.size === 0 && watched.staff.size === 0) watchedOrders.delete(orderId)
    if (!hasLeft) return
    sendViewer(orderId, watched)
    onChangeHere()
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
    const name = viewerOf(orderId, watched)
    for (const { id } of watched.customers) io.to(id).emit('viewing', { orderId, name })
  }

  const viewerOf = (orderId: string, watched: WatchedOrder) =>
    firstViewer(watched) ?? viewersElsewhere.get(orderId) ?? null

  /** Which orders staff have open on this process, with a name each, and the claims that their tabs hold. */
  function listHere() {
    const viewed = [...watchedOrders].map(([orderId, watched]) => [orderId, firstViewer(watched)] as const)
    const viewing = Object.fromEntries(viewed.filter((entry): entry is [string, string] => entry[1] !== null))
    return { viewing, claiming: tabClaims.list() }
  }

  return {
    watch,
    unwatch,
    removeSocket,
    listHere,
    /** Calls `listener` when staff open or leave an order on this process. */
    onChangeHere: (listener: () => void) => void (onChangeHere = listener),
    stop: tabClaims.stop,
  }
}

export type OrderViewers = ReturnType<typeof createOrderViewers>

/** The room of an order's watchers, to which `chain/progress.ts` sends. */
const watchersOf = (orderId: string) => `order:${orderId}`

const placeInQueue = (queue: string[], orderId: string) => (queue.includes(orderId) ? queue.indexOf(orderId) : null)

/** The first name of the staff member who has had it open the longest. */
const firstViewer = ({ staff }: WatchedOrder): string | null => staff.values().next().value ?? null
