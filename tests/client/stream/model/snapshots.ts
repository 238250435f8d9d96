import type { StreamName } from '../../../shared/position.ts'
import { setUser } from '../../../client/accounts/store.ts'
import { cartKey, setCart } from '../../../client/cart/store.ts'
import { itemKey, itemsKey, removeItem, setItem, setItems } from '../../../client/catalogue/store.ts'
import { notificationsKey, setNotifications } from '../../../client/notifications/store.ts'
import { orderKey, ordersKey, setOrder, setOrders } from '../../../client/orders/store.ts'
import { pointsKey, setPoints } from '../../../client/points/store.ts'
import { customerKey, setCustomerDetails } from '../../../client/staff/customers-store.ts'
import {
  queueKey,
  setQueue,
  setStaffOrder,
  setStaffOrders,
  staffOrderKey,
  staffOrdersKey,
} from '../../../client/staff/store.ts'
import type { State } from '../../../client/state.ts'
import type { Server } from './server.ts'

/** Something that a screen shows: how it is read and written, and what has to be the same on both sides. */
export type Slice = {
  key: string
  streams: StreamName[]
  /** Reads it, as the store's handlers do; what it returns writes the answer. */
  read: (server: Server) => (state: State) => void
  shown: (state: State) => unknown
  /** @param listed what the newest answer listed */
  true: (server: Server, listed: string[]) => unknown
  /** For lists that events put nothing into: what is in it as it is read. */
  list?: (server: Server) => string[]
}

const counts = { pending: 0, paid: 0, verified: 0, failed: 0, cancelled: 0, refunded: 0 }
const firstOf = (server: Server) => server.orders('all').find((order) => order._id === 'o0001')
const whole = <Row>(data: Row[]) => ({ data, totalCount: data.length, nextCursor: null })

export const slices: Slice[] = [
  {
    key: cartKey,
    streams: ['user', 'catalogue'],
    read: (server) => {
      const lines = server.cart()
      return (state) => setCart(state, lines)
    },
    shown: ({ cart }) => [cart.lines, cart.count],
    true: (server) => [server.cart(), server.cart().reduce((sum, line) => sum + line.count, 0)],
  },
  ...(['all', 'pending', 'paid'] as const).map((paymentStatus): Slice => ({
    key: ordersKey({ paymentStatus }),
    streams: ['user'],
    read: (server) => {
      const page = whole(server.orders(paymentStatus))
      return (state) => setOrders(state, { paymentStatus }, page)
    },
    shown({ orders }) {
      const list = orders.lists[ordersKey({ paymentStatus })]
      return [list?.ids.map((id) => orders.byId[id]), list?.totalCount]
    },
    true: (server) => [server.orders(paymentStatus), server.orders(paymentStatus).length],
  })),
  {
    key: orderKey('o0001'),
    streams: ['user'],
    read: (server) => {
      const order = firstOf(server)
      return (state) => void (order ? setOrder(state, order) : delete state.orders.byId.o0001)
    },
    shown: ({ orders }) => orders.byId.o0001,
    true: firstOf,
  },
  {
    key: notificationsKey,
    streams: ['user'],
    read: (server) => {
      const notifications = server.notifications()
      const unread = notifications.filter((one) => !one.read).length
      return (state) => setNotifications(state, { notifications, unread, nextCursor: null })
    },
    shown: ({ notifications }) => [notifications.list, notifications.unread],
    true: (server) => [server.notifications(), server.notifications().filter((one) => !one.read).length],
  },
  {
    key: pointsKey,
    streams: ['user'],
    read: (server) => {
      const [entries, totalPoints] = [server.entries(), server.user().points]
      return (state) => setPoints(state, { totalPoints, entries, totalCount: entries.length })
    },
    shown: ({ points }) => [points.total, points.entries, points.totalCount],
    true: (server) => [server.user().points, server.entries(), server.entries().length],
  },
  {
    key: 'me',
    streams: ['user'],
    read: (server) => {
      const user = server.user()
      return (state) => setUser(state, user)
    },
    shown: ({ accounts }) => accounts.user,
    true: (server) => server.user(),
  },
  {
    key: itemsKey({}),
    streams: ['catalogue'],
    read: (server) => {
      const page = whole(server.items())
      return (state) => setItems(state, {}, page)
    },
    shown: ({ catalogue }) => catalogue.lists[itemsKey({})]?.ids.map((id) => catalogue.items[id]),
    true: (server, listed) => listed.flatMap((id) => server.items().find((one) => one._id === id) ?? []),
    list: (server) => server.items().map((item) => item._id),
  },
  {
    key: itemKey('i1'),
    streams: ['catalogue'],
    read: (server) => {
      const item = server.items().find((one) => one._id === 'i1')
      return (state) => (item ? setItem(state, { ...item, description: '' }) : removeItem(state, 'i1'))
    },
    shown: ({ catalogue }) => catalogue.items.i1,
    true: (server) => server.items().find((one) => one._id === 'i1'),
  },
  {
    key: queueKey,
    streams: ['staff'],
    read: (server) => {
      const page = { ...whole(server.queue()), counts }
      return (state) => setQueue(state, page)
    },
    shown: ({ staff }) => [staff.queue?.ids.map((id) => staff.byId[id]), staff.queue?.totalCount],
    true: (server) => [server.queue(), server.queue().length],
  },
  {
    key: staffOrdersKey({ orderStatus: 'pending' }),
    streams: ['staff'],
    read: (server) => {
      const page = { ...whole(pendingOf(server)), counts }
      return (state) => setStaffOrders(state, { orderStatus: 'pending' }, page)
    },
    shown({ staff }) {
      const list = staff.lists[staffOrdersKey({ orderStatus: 'pending' })]
      return [list?.ids.map((id) => staff.byId[id]), list?.totalCount]
    },
    true: (server) => [pendingOf(server), pendingOf(server).length],
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
    shown: ({ staff }) => [staff.customers.byId.u1?.firstName, staff.customers.details.u1?.sessions],
    true: (server) => [server.user().firstName, server.sessions()],
  },
]

const pendingOf = (server: Server) => server.staffOrders().filter((order) => order.orderStatus === 'pending')

/** What somebody may do here, and the slice that its answer is written to. */
export const mutations: { key: string; streams: StreamName[]; run: (server: Server) => (state: State) => void }[] = [
  {
    key: cartKey,
    streams: ['user', 'catalogue'],
    run: (server) => {
      const lines = server.changeCart()
      return (state) => setCart(state, lines)
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
