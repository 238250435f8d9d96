import { expect } from 'vitest'
import type { TestStore } from '../../app.ts'
import type { Somebody } from '../../build.ts'
import { groupBy, type Rows } from './invariants.ts'

type Json = Record<string, unknown> & { _id: string }
type Event = { type: string; data: Record<string, unknown> }

/** What one who heard a stream from its beginning knows. */
type Known = {
  orders: Map<string, Json>
  cart: { lines: { count: number; item: Json }[]; count: number }
  notifications: Map<string, Json & { read: boolean }>
  unread: number
  points: number
  entries: Json[]
  reviews: Map<string, Json & { item: string }>
  averages: Map<string, { averageRating: unknown; reviewCount: unknown }>
}

/** Plays a stream from zero. The order of each `created` is held against the cart that was told before it (7.). */
function fold(events: Event[]): Known {
  const known: Known = {
    orders: new Map(),
    cart: { lines: [], count: 0 },
    notifications: new Map(),
    unread: 0,
    points: 0,
    entries: [],
    reviews: new Map(),
    averages: new Map(),
  }
  let filled: Known['cart']['lines'] = []
  for (const { type, data } of events) {
    if (type === 'order.changed') {
      const order = data.order as Json & { items: { item: string; quantity: number }[] }
      if (data.change === 'created' && !('customer' in order)) {
        expect(known.cart.lines).toEqual([])
        expect(order.items.map(({ item, quantity }) => [item, quantity])).toEqual(
          filled.map(({ item, count }) => [item._id, count]),
        )
      }
      known.orders.set(order._id, order)
    }
    if (type === 'cart.changed') {
      if (known.cart.lines.length > 0) filled = known.cart.lines
      known.cart = data as Known['cart']
    }
    if (type === 'notification.created') {
      const one = data.notification as Json & { read: boolean }
      known.notifications.set(one._id, one)
      known.unread = data.unread as number
    }
    if (type === 'notification.read') {
      const ids = data.ids === 'all' ? [...known.notifications.keys()] : (data.ids as string[])
      for (const id of ids) known.notifications.set(id, { ...known.notifications.get(id)!, read: true })
      known.unread = data.unread as number
    }
    if (type === 'points.changed') {
      known.points = data.totalPoints as number
      known.entries.push(data.entry as Json)
    }
    if (type === 'review.changed') {
      const review = data.review as Json & { item: string }
      known.reviews.set(review._id, review)
      known.averages.set(review.item, average(data))
    }
    if (type === 'review.removed') {
      known.reviews.delete(data._id as string)
      known.averages.set(data.item as string, average(data))
    }
  }
  return known
}
const average = ({ averageRating, reviewCount }: Record<string, unknown>) => ({ averageRating, reviewCount })

type People = { store: TestStore; shoppers: Somebody[]; staff: Somebody[]; items: { id: string }[] }

/** 9., 10. and 11.: whoever heard everything knows what whoever asks is told. */
export async function expectToldIsFetched({ store, shoppers, staff, items }: People, rows: Rows) {
  const eventsOf = groupBy(rows.streamEvents, 'stream')
  const told = (stream: string) =>
    fold(
      (eventsOf.get(stream) ?? [])
        .toSorted((one, other) => one.seq - other.seq)
        .map(({ type, data }) => ({ type, data: JSON.parse(data) as Event['data'] })),
    )
  const ask = async <T>(path: string, who?: Somebody) =>
    (await store.call<T>('GET', path, undefined, { token: who?.token })).body

  for (const who of shoppers) {
    const known = told(`user:${who.id}`)
    const orders = await ask<Json[]>('/checkout?limit=100', who)
    expect(byId([...known.orders.values()]).slice(-100)).toEqual(byId(orders.data))
    const cart = await ask<Known['cart']['lines']>('/cart', who)
    const { data } = await ask<{ count: number }>('/cart/count', who)
    expect(known.cart.lines.map(({ item, count }) => [item._id, count])).toEqual(
      cart.data.map(({ item, count }) => [item._id, count]),
    )
    expect([known.cart.count, data.count]).toEqual(
      Array(2).fill(rows.cartLines.filter((line) => line.userId === who.id).reduce((sum, line) => sum + line.count, 0)),
    )
    const { notifications, unread } = await ask('/notifications?limit=100', who)
    const own = rows.notifications.filter((one) => one.userId === who.id)
    expect([known.unread, unread]).toEqual(Array(2).fill(own.filter((one) => !one.read).length))
    expect(byId([...known.notifications.values()]).slice(-100)).toEqual(byId(notifications))
    const { totalPoints, entries } = await ask('/points/me?limit=100', who)
    expect([known.points, byId(known.entries).slice(-100)]).toEqual([totalPoints, byId(entries as unknown as Json[])])
    expect((await ask('/auth/me', who)).user.points).toBe(totalPoints)
  }
  const known = told('staff')
  const all = await ask<Json[]>('/admin/orders?limit=100', staff[0])
  expect(byId([...known.orders.values()].map(asOrdered)).slice(-100)).toEqual(byId(all.data.map(asOrdered)))
  const catalogue = told('catalogue')
  for (const { id } of items) {
    const reviews = await ask<Json[]>(`/reviews?item=${id}&limit=100`)
    expect(byId([...catalogue.reviews.values()].filter((one) => one.item === id))).toEqual(byId(reviews.data))
    const item = (await ask<Json>(`/items/${id}`)).data
    expect(catalogue.averages.get(id) ?? { averageRating: 0, reviewCount: 0 }).toEqual(average(item))
  }
}

/** How a customer's other orders ended is told with each of them, and not again for all the others. */
const asOrdered = ({ customer, ...order }: Json): Json => ({ ...order, customer: (customer as Json)._id })
const byId = <T extends { _id: string }>(rows: T[]) => rows.toSorted((one, other) => (one._id < other._id ? -1 : 1))
