import type { User } from '../../../../shared/accounts/schema.ts'
import type { CartLine } from '../../../../shared/cart/schema.ts'
import type { Item } from '../../../../shared/catalogue/schema.ts'
import type { Notification } from '../../../../shared/notifications/schema.ts'
import { type Order, type PaymentFilter, paymentFilters } from '../../../../shared/orders/schema.ts'
import type { StaffOrder } from '../../../../shared/orders/staff-schema.ts'
import { type OrderAction, canMove, move } from '../../../../shared/orders/rules.ts'
import type { PointsEntry } from '../../../../shared/points/schema.ts'
import type { StreamCursor, StreamName } from '../../../../shared/stream-cursor.ts'
import type { Session } from '../../../../shared/accounts/session-schema.ts'
import type { AppEvent, StreamEvent, Welcome } from '../../../../shared/stream.ts'
import { newestFirst } from '../../../../client/stream/place-row.ts'
import {
  at,
  buildEntry,
  buildItem,
  buildLine,
  buildNotification,
  buildOrder,
  buildStaffOrder,
  buildUser,
} from '../../build.ts'
import type { Random } from './random.ts'

type Log = { head: number; oldest: number; events: StreamEvent[] }
type Cart = { lines: CartLine[]; unavailable: CartLine[] }
type Published = [StreamName, AppEvent]
export type Server = ReturnType<typeof createServer>

const streamNames: StreamName[] = ['user', 'staff', 'catalogue']
const actions: OrderAction[] = ['cancel', 'markPaid', 'claim', 'verify', 'reject', 'complete', 'refund', 'expire']

/**
 * A model of the server as seen by a member of staff who is also a customer: rows, streams and joins as in
 * docs/streams.md.
 */
export function createServer(random: Random, maxReplayEvents: number) {
  let database = 0
  let clock = at
  let lastId = 0
  let logs: Record<StreamName, Log>
  let rows: Rows
  let listener: (events: StreamEvent[]) => void = () => {}

  /** Starts with a new database: other rows, another epoch, and numbers that start again. */
  function reset() {
    database += 1
    lastId = 0
    const log = () => ({ head: random.below(5), oldest: 0, events: [] })
    logs = { user: log(), staff: log(), catalogue: log() }
    for (const name of streamNames) logs[name].oldest = logs[name].head + 1
    const items = [1, 2, 3].map((i) => buildItem({ _id: `i${i}`, price: random.below(100) }))
    rows = {
      orders: new Map(),
      items: new Map(items.map((item) => [item._id, item])),
      archived: new Map(),
      cart: [],
      notifications: [],
      entries: [],
      sessions: [],
      user: buildUser(),
    }
    for (let i = random.below(4); i > 0; i--) change()
  }

  const id = (kind: string) => `${kind}${String(++lastId).padStart(4, '0')}`

  function commit(published: Published[]) {
    clock += random.below(2)
    const events = published.map(([stream, event]) => ({ ...event, stream, seq: ++logs[stream].head, at: clock }))
    for (const event of events) logs[event.stream].events.push(event)
    // Each stream is delivered separately.
    for (const name of streamNames) {
      const ofStream = events.filter((event) => event.stream === name)
      if (ofStream.length > 0) listener(ofStream)
    }
  }

  /** A random change by the customer or by staff. */
  function change() {
    const { chance, below } = random
    if (chance(0.45)) return void changeOrder()
    if (chance(0.4)) return notify()
    if (chance(0.4)) return changeCart()
    if (chance(0.6)) return changeItem()
    if (chance(0.5)) return earn()
    if (chance(0.5)) return endSessions()
    rename(`Ada ${below(100)}`)
  }

  /** Staff see the new name on each order. */
  function rename(firstName: string) {
    const user = (rows.user = { ...rows.user, firstName })
    for (const [_id, order] of rows.orders) rows.orders.set(_id, withCustomerName(order))
    const { _id, lastName, email, phone, currency } = user
    commit([
      ['user', { type: 'user.changed', data: { user } }],
      ['staff', { type: 'customer.profile', data: { customer: { _id, firstName, lastName, email, phone, currency } } }],
    ])
  }

  const withCustomerName = (order: StaffOrder) => ({
    ...order,
    customer: { ...order.customer, firstName: rows.user.firstName },
  })

  /** Staff end the customer's sessions, or all but one. */
  function endSessions() {
    const session: Session = { _id: id('s'), userAgent: 'test', createdAt: clock, expiresAt: clock + 1e9 }
    rows.sessions = random.chance(0.5) ? [] : [session]
    commit([['staff', { type: 'customer.sessions', data: { userId: rows.user._id, sessions: rows.sessions } }]])
  }

  function changeOrder(): StaffOrder {
    const orders = [...rows.orders.values()]
    if (orders.length === 0 || (orders.length < 6 && random.chance(0.3))) return place()
    const order = random.pick(orders)
    const action = random.pick(actions.filter((action) => canMove(order, action)).concat('applyCoupon'))
    const state = action === 'applyCoupon' ? order : move(order, action)
    const changed = { ...order, ...state, total: random.below(1000), ...(action === 'markPaid' && { paidAt: clock }) }
    return setOrder(changed, 'paid')
  }

  function place() {
    rows.cart = []
    commit([['user', { type: 'cart.changed', data: { lines: [], count: 0, unavailable: [] } }]])
    return setOrder(withCustomerName(buildStaffOrder({ _id: id('o'), createdAt: clock + random.below(2) })), 'created')
  }

  function setOrder(order: StaffOrder, what: 'created' | 'paid') {
    rows.orders.set(order._id, order)
    commit([
      ['user', { type: 'order.changed', data: { order: forCustomer(order), change: what } }],
      ['staff', { type: 'order.changed', data: { order, change: what } }],
    ])
    return order
  }

  function notify() {
    const unread = rows.notifications.filter((row) => !row.read)
    if (unread.length > 0 && random.chance(0.5))
      return void read(random.chance(0.4) ? 'all' : [random.pick(unread)._id])
    const notification = buildNotification({ _id: id('n'), createdAt: clock })
    rows.notifications = [notification, ...rows.notifications]
    commit([['user', { type: 'notification.created', data: { notification, unread: unread.length + 1 } }]])
  }

  function read(ids: string[] | 'all') {
    const isRead = (row: Notification) => ids === 'all' || ids.includes(row._id)
    rows.notifications = rows.notifications.map((row) => (isRead(row) ? { ...row, read: true } : row))
    const unread = rows.notifications.filter((row) => !row.read).length
    commit([['user', { type: 'notification.read', data: { ids, unread } }]])
    return unread
  }

  function changeCart(): Cart {
    const item = random.pick([...rows.items.keys()])
    const others = rows.cart.filter((line) => line.item !== item)
    const count = random.below(4)
    rows.cart = count === 0 ? others : [...others, { item, count }]
    const { lines, unavailable } = cart()
    const total = lines.reduce((sum, line) => sum + line.count, 0)
    commit([['user', { type: 'cart.changed', data: { lines, count: total, unavailable } }]])
    return { lines, unavailable }
  }

  function changeItem() {
    if (random.chance(0.5)) return setItem(buildItem({ _id: id('i'), price: random.below(1000) }))
    const item = { ...rows.items.get(random.pick([...rows.items.keys()]))!, price: random.below(1000) }
    if (random.chance(0.1) && rows.items.size > 1) {
      rows.items.delete(item._id)
      rows.archived.set(item._id, item)
      return commit([['catalogue', { type: 'item.removed', data: { _id: item._id } }]])
    }
    setItem(item)
  }

  function setItem(item: Item) {
    rows.items.set(item._id, item)
    commit([['catalogue', { type: 'item.changed', data: { item } }]])
  }

  function earn() {
    const entry = buildEntry({ _id: id('p'), points: random.below(10), createdAt: clock })
    rows.entries = [entry, ...rows.entries]
    rows.user = { ...rows.user, points: rows.user.points + entry.points }
    commit([['user', { type: 'points.changed', data: { entry, totalPoints: rows.user.points } }]])
  }

  const linesOf = (items: Map<string, Item>) =>
    rows.cart.flatMap(({ item, count }) => {
      const row = items.get(item)
      return row ? [buildLine(row, { count, priceWhenAdded: 0 })] : []
    })
  const cart = (): Cart => ({ lines: linesOf(rows.items), unavailable: linesOf(rows.archived) })

  /** Deletes old events, which can't be replayed any more. */
  function prune() {
    for (const log of Object.values(logs)) {
      const count = random.below(4)
      log.events = log.events.slice(-count || log.events.length)
      log.oldest = log.head + 1 - log.events.length
    }
  }

  function join(since: StreamCursor | null): { welcome: Welcome; missed: StreamEvent[] } {
    const streams: Partial<Welcome['streams']> = {}
    const missed: StreamEvent[] = []
    for (const name of streamNames) {
      const { head, oldest, events } = logs[name]
      const from = since?.heads[name]
      const fits = since?.epoch === epoch() && from! <= head && from! >= oldest - 1 && head - from! <= maxReplayEvents
      streams[name] = { head, mode: from === undefined ? 'live' : fits ? 'replay' : 'resync' }
      if (from !== undefined && fits) missed.push(...events.filter((event) => event.seq > from))
    }
    const welcome = { epoch: epoch(), now: clock, supportOnline: true, sessionExpiresAt: null }
    return { welcome: { ...welcome, streams: streams as Welcome['streams'] }, missed }
  }

  const epoch = () => `database-${database}`
  const staffOrders = () => [...rows.orders.values()].toSorted(newestFirst)
  reset()

  return {
    reset,
    change,
    prune,
    join,
    read,
    changeOrder,
    changeCart,
    listen: (listen: typeof listener) => void (listener = listen),
    cursor: (): StreamCursor => ({
      epoch: epoch(),
      heads: { user: logs.user.head, staff: logs.staff.head, catalogue: logs.catalogue.head },
    }),
    orders: (filter: PaymentFilter): Order[] =>
      staffOrders()
        .filter((order) => (paymentFilters[filter] as readonly string[]).includes(order.paymentStatus))
        .map(forCustomer),
    staffOrders,
    queue: () =>
      staffOrders()
        .filter((order) => order.paymentStatus === 'paid')
        .toSorted((a, b) => a.paidAt! - b.paidAt! || (a._id < b._id ? -1 : 1)),
    cart,
    items: () => [...rows.items.values()],
    notifications: () => rows.notifications,
    entries: () => rows.entries,
    user: () => rows.user,
    sessions: () => rows.sessions,
  }
}

type Rows = {
  orders: Map<string, StaffOrder>
  items: Map<string, Item>
  archived: Map<string, Item>
  cart: { item: string; count: number }[]
  notifications: Notification[]
  entries: PointsEntry[]
  sessions: Session[]
  user: User
}

/** Without the fields that only staff may see. */
function forCustomer(order: StaffOrder): Order {
  const { paymentStatus, orderStatus, _id, createdAt, paidAt, total } = order
  return buildOrder({ _id, createdAt, paidAt, total, paymentStatus, orderStatus })
}
