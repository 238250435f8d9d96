import { expect } from 'vitest'
import type { TestServer } from '../../app.ts'
import type { TestUser } from '../../build.ts'
import { groupBy, type Rows } from './invariants.ts'

type Json = Record<string, unknown> & { _id: string }
type Event = { type: string; data: Record<string, unknown> }

/** The state of a client that received a whole stream. */
type State = {
  orders: Map<string, Json>
  cart: { lines: { count: number; item: Json }[]; count: number }
  notifications: Map<string, Json & { read: boolean }>
  unread: number
  points: number
  entries: Json[]
  reviews: Map<string, Json & { item: string }>
  averages: Map<string, { averageRating: unknown; reviewCount: unknown }>
}

/** Applies a stream from its beginning, and asserts that each new order has the lines of the cart before it. */
function fold(events: Event[]): State {
  const state: State = {
    orders: new Map(),
    cart: { lines: [], count: 0 },
    notifications: new Map(),
    unread: 0,
    points: 0,
    entries: [],
    reviews: new Map(),
    averages: new Map(),
  }
  let lastFilledCart: State['cart']['lines'] = []
  for (const { type, data } of events) {
    if (type === 'order.changed') {
      const order = data.order as Json & { items: { item: string; quantity: number }[] }
      if (data.change === 'created' && !('customer' in order)) {
        expect(state.cart.lines).toEqual([])
        expect(order.items.map(({ item, quantity }) => [item, quantity])).toEqual(
          lastFilledCart.map(({ item, count }) => [item._id, count]),
        )
      }
      state.orders.set(order._id, order)
    }
    if (type === 'cart.changed') {
      if (state.cart.lines.length > 0) lastFilledCart = state.cart.lines
      state.cart = data as State['cart']
    }
    if (type === 'notification.created') {
      const notification = data.notification as Json & { read: boolean }
      state.notifications.set(notification._id, notification)
      state.unread = data.unread as number
    }
    if (type === 'notification.read') {
      const ids = data.ids === 'all' ? [...state.notifications.keys()] : (data.ids as string[])
      for (const id of ids) state.notifications.set(id, { ...state.notifications.get(id)!, read: true })
      state.unread = data.unread as number
    }
    if (type === 'points.changed') {
      state.points = data.totalPoints as number
      state.entries.push(data.entry as Json)
    }
    if (type === 'review.changed') {
      const review = data.review as Json & { item: string }
      state.reviews.set(review._id, review)
      state.averages.set(review.item, average(data))
    }
    if (type === 'review.removed') {
      state.reviews.delete(data._id as string)
      state.averages.set(data.item as string, average(data))
    }
  }
  return state
}
const average = ({ averageRating, reviewCount }: Record<string, unknown>) => ({ averageRating, reviewCount })

type Store = { server: TestServer; shoppers: TestUser[]; staff: TestUser[]; items: { id: string }[] }

/** Asserts that applying all events gives what the API returns, for each shopper, staff and the catalogue. */
export async function expectEventsMatchResponses({ server, shoppers, staff, items }: Store, rows: Rows) {
  const eventsOf = groupBy(rows.streamEvents, 'stream')
  const stateOf = (stream: string) =>
    fold(
      (eventsOf.get(stream) ?? [])
        .toSorted((a, b) => a.seq - b.seq)
        .map(({ type, data }) => ({ type, data: JSON.parse(data) as Event['data'] })),
    )
  const fetch = async <T>(path: string, user?: TestUser) =>
    (await server.call<T>('GET', path, undefined, { token: user?.token })).body

  for (const user of shoppers) {
    const state = stateOf(`user:${user.id}`)
    const orders = await fetch<Json[]>('/checkout?limit=100', user)
    expect(byId([...state.orders.values()]).slice(-100)).toEqual(byId(orders.data))
    const cart = await fetch<State['cart']['lines']>('/cart', user)
    const { data } = await fetch<{ count: number }>('/cart/count', user)
    expect(state.cart.lines.map(({ item, count }) => [item._id, count])).toEqual(
      cart.data.map(({ item, count }) => [item._id, count]),
    )
    expect([state.cart.count, data.count]).toEqual(
      Array(2).fill(
        rows.cartLines.filter((line) => line.userId === user.id).reduce((sum, line) => sum + line.count, 0),
      ),
    )
    const { notifications, unread } = await fetch('/notifications?limit=100', user)
    const own = rows.notifications.filter(({ userId }) => userId === user.id)
    const { notificationsReadAt, notificationsReadId } = rows.users.find(({ id }) => id === user.id)!
    // Those up to the newest that there was when all were marked as read are read.
    const isMarked = ({ createdAt, id }: (typeof own)[number]) => {
      const age = createdAt.getTime() - (notificationsReadAt?.getTime() ?? 0)
      return age < 0 || (age === 0 && id <= notificationsReadId!)
    }
    const unreadRows = own.filter((row) => !row.read && !isMarked(row))
    expect([state.unread, unread]).toEqual([unreadRows.length, unreadRows.length])
    expect(byId([...state.notifications.values()]).slice(-100)).toEqual(byId(notifications))
    const { totalPoints, entries } = await fetch('/points/me?limit=100', user)
    expect([state.points, byId(state.entries).slice(-100)]).toEqual([totalPoints, byId(entries as unknown as Json[])])
    expect((await fetch('/auth/me', user)).user.points).toBe(totalPoints)
  }
  const staffState = stateOf('staff')
  const all = await fetch<Json[]>('/admin/orders?limit=100', staff[0])
  expect(byId([...staffState.orders.values()].map(withoutTotals)).slice(-100)).toEqual(
    byId(all.data.map(withoutTotals)),
  )
  const catalogue = stateOf('catalogue')
  for (const { id } of items) {
    const reviews = await fetch<Json[]>(`/reviews?item=${id}&limit=100`)
    expect(byId([...catalogue.reviews.values()].filter(({ item }) => item === id))).toEqual(byId(reviews.data))
    const item = (await fetch<Json>(`/items/${id}`)).data
    expect(catalogue.averages.get(id) ?? { averageRating: 0, reviewCount: 0 }).toEqual(average(item))
  }
}

/** A customer's order totals are published with the changed order only, so those of older orders are outdated. */
const withoutTotals = ({ customer, ...order }: Json): Json => ({ ...order, customer: (customer as Json)._id })
const byId = <T extends { _id: string }>(rows: T[]) => rows.toSorted((a, b) => (a._id < b._id ? -1 : 1))
