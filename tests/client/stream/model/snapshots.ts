import type { StreamName } from '../../../../shared/stream-cursor.ts'
import { setUser } from '../../../../client/accounts/store.ts'
import { cartKey, setCart } from '../../../../client/cart/store.ts'
import { itemKey, itemsKey, removeItem, setItem, setItems } from '../../../../client/catalogue/store.ts'
import { notificationsKey, setNotifications } from '../../../../client/notifications/store.ts'
import { orderKey, ordersKey, setOrder, setOrders } from '../../../../client/orders/store.ts'
import { pointsKey, setPoints } from '../../../../client/points/store.ts'
import { customerKey, setCustomerDetails } from '../../../../client/accounts/staff/store.ts'
import { setStaffOrder, setStaffOrders, staffOrderKey, staffOrdersKey } from '../../../../client/orders/staff/store.ts'
import type { CartLine } from '../../../../shared/cart/schema.ts'
import type { State } from '../../../../client/state.ts'
import { removeFromList } from '../../../../client/stream/lists.ts'
import type { Server } from './server.ts'

/** Part of the state that a screen loads: how it is read and written, and what both sides must agree on. */
export type Snapshot = {
  key: string
  streams: StreamName[]
  /** Reads it on the server; the returned function writes the answer to the client's state. */
  read: (server: Server) => (state: State) => void
  shown: (state: State) => unknown
  /** @param listed the ids of the newest answer, for lists that events don't add to */
  expected: (server: Server, listed: string[]) => unknown
  /** For lists that events don't add to: the ids at the time of reading. */
  list?: (server: Server) => string[]
}

const waiting = { paymentStatus: 'paid' } as const
const counts = { pending: 0, paid: 0, verified: 0, failed: 0, cancelled: 0, refunded: 0 }
const firstOrder = (server: Server) => server.orders('all').find((order) => order._id === 'o0001')
const onlyPage = <Row>(data: Row[]) => ({ data, totalCount: data.length, nextCursor: null })

export const snapshots: Snapshot[] = [
  {
    key: cartKey,
    streams: ['user', 'catalogue'],
    read: (server) => {
      const { lines, unavailable } = server.cart()
      return (state) => setCart(state, lines, unavailable)
    },
    shown: ({ cart }) => [cart.lines, unavailableLines(cart.unavailable), cart.count],
    expected(server) {
      const { lines, unavailable } = server.cart()
      return [lines, unavailableLines(unavailable), lines.reduce((sum, line) => sum + line.count, 0)]
    },
  },
  ...(['all', 'pending', 'paid'] as const).map((paymentStatus): Snapshot => ({
    key: ordersKey({ paymentStatus }),
    streams: ['user'],
    read: (server) => {
      const page = onlyPage(server.orders(paymentStatus))
      return (state) => setOrders(state, { paymentStatus }, page)
    },
    shown({ orders }) {
      const list = orders.lists[ordersKey({ paymentStatus })]
      return [list?.ids.map((id) => orders.byId[id]), list?.totalCount]
    },
    expected: (server) => [server.orders(paymentStatus), server.orders(paymentStatus).length],
  })),
  {
    key: orderKey('o0001'),
    streams: ['user'],
    read: (server) => {
      const order = firstOrder(server)
      return (state) => (order ? setOrder(state, order) : removeOrder(state, 'o0001'))
    },
    shown: ({ orders }) => orders.byId.o0001,
    expected: firstOrder,
  },
  {
    key: notificationsKey,
    streams: ['user'],
    read: (server) => {
      const notifications = server.notifications()
      const unread = notifications.filter(({ read }) => !read).length
      return (state) => setNotifications(state, { notifications, unread, nextCursor: null })
    },
    shown: ({ notifications }) => [notifications.list, notifications.unread],
    expected: (server) => [server.notifications(), server.notifications().filter(({ read }) => !read).length],
  },
  {
    key: pointsKey,
    streams: ['user'],
    read: (server) => {
      const [entries, totalPoints] = [server.entries(), server.user().points]
      return (state) => setPoints(state, { totalPoints, entries, totalCount: entries.length })
    },
    shown: ({ points }) => [points.total, points.entries, points.totalCount],
    expected: (server) => [server.user().points, server.entries(), server.entries().length],
  },
  {
    key: 'me',
    streams: ['user'],
    read: (server) => {
      const user = server.user()
      return (state) => setUser(state, user)
    },
    shown: ({ accounts }) => accounts.user,
    expected: (server) => server.user(),
  },
  {
    key: itemsKey({}),
    streams: ['catalogue'],
    read: (server) => {
      const page = onlyPage(server.items())
      return (state) => setItems(state, {}, page)
    },
    shown: ({ catalogue }) => catalogue.lists[itemsKey({})]?.ids.map((id) => catalogue.items[id]),
    expected: (server, listed) => listed.flatMap((id) => server.items().find((item) => item._id === id) ?? []),
    list: (server) => server.items().map((item) => item._id),
  },
  {
    key: itemKey('i1'),
    streams: ['catalogue'],
    read: (server) => {
      const item = server.items().find((item) => item._id === 'i1')
      return (state) => (item ? setItem(state, { ...item, description: '' }) : removeItem(state, 'i1'))
    },
    shown: ({ catalogue }) => catalogue.items.i1,
    expected: (server) => server.items().find((item) => item._id === 'i1'),
  },
  {
    key: staffOrdersKey(waiting),
    streams: ['staff'],
    read: (server) => {
      const page = { ...onlyPage(server.queue()), counts, toDeliver: 0 }
      return (state) => setStaffOrders(state, waiting, page)
    },
    shown({ staffOrders }) {
      const queue = staffOrders.lists[staffOrdersKey(waiting)]
      return [queue?.ids.map((id) => staffOrders.byId[id]), queue?.totalCount]
    },
    expected: (server) => [server.queue(), server.queue().length],
  },
  {
    key: staffOrdersKey({ orderStatus: 'pending' }),
    streams: ['staff'],
    read: (server) => {
      const page = { ...onlyPage(pendingOrders(server)), counts, toDeliver: 0 }
      return (state) => setStaffOrders(state, { orderStatus: 'pending' }, page)
    },
    shown({ staffOrders }) {
      const list = staffOrders.lists[staffOrdersKey({ orderStatus: 'pending' })]
      return [list?.ids.map((id) => staffOrders.byId[id]), list?.totalCount]
    },
    expected: (server) => [pendingOrders(server), pendingOrders(server).length],
  },
  {
    key: customerKey('u1'),
    streams: ['staff'],
    read: (server) => {
      const [user, sessions] = [server.user(), server.sessions()]
      const customer = { ...user, orders: 0, verified: 0, failed: 0, spent: 0 }
      const details = { customer, orders: [], entries: [], referral: null, broughtBy: null, sessions }
      return (state) => setCustomerDetails(state, details)
    },
    shown: ({ staffCustomers: { byId, details } }) => [byId.u1?.firstName, details.u1?.sessions],
    expected: (server) => [server.user().firstName, server.sessions()],
  },
]

/** In the order in which the page shows them, without their prices, which it doesn't show. */
const unavailableLines = (lines: CartLine[]) =>
  lines.toSorted((a, b) => (a._id < b._id ? -1 : 1)).map(({ _id, count }) => ({ _id, count }))

/** A reset database has other orders. */
function removeOrder({ orders }: State, id: string) {
  for (const list of Object.values(orders.lists)) removeFromList(list, id)
  delete orders.byId[id]
}

const pendingOrders = (server: Server) => server.staffOrders().filter((order) => order.orderStatus === 'pending')

/** Operations whose answer is written to a snapshot. */
export const mutations: { key: string; streams: StreamName[]; run: (server: Server) => (state: State) => void }[] = [
  {
    key: cartKey,
    streams: ['user', 'catalogue'],
    run: (server) => {
      const { lines, unavailable } = server.changeCart()
      return (state) => setCart(state, lines, unavailable)
    },
  },
  {
    key: staffOrderKey('any'),
    streams: ['staff'],
    run: (server) => {
      const order = server.changeOrder()
      return (state) => setStaffOrder(state, order)
    },
  },
]
