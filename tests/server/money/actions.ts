import { and, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { cartLines, items, notifications, orders, reviews, supportMessages } from '../../../drizzle/schema.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { lapse } from '../../../server/orders/claim.ts'
import { expire } from '../../../server/orders/expire.ts'
import { change } from '../../../server/stream/change.ts'
import type { Answered } from '../../app.ts'
import type { Somebody } from '../../build.ts'
import type { World } from './world.ts'

/** Chances to choose by: who does it, to what, and how. */
export type Chance = { who: number; what: number; how: number }
type Act = (world: World, chance: Chance) => Promise<unknown>

const methods = ['binance', 'crypto', 'bank'] as const
const oneOf = <T>(some: readonly T[], n: number): T | undefined => some[n % some.length]

/** The calls that keep their answer under a key. */
const repeatable = /\/(checkout|apply-coupon|cancel|mark-paid|verify|reject|complete|refund|points)$/
let keys = 0
/** Sends a request, sometimes under a key, and remembers a success under one. */
async function send(world: World, who: Somebody, method: string, path: string, body: unknown, how: number) {
  const key = how % 3 === 0 && repeatable.test(path) ? `key${++keys}` : undefined
  const answer = await world.store.call(method, path, body, { token: who.token, ...(key && { key }) })
  count(world, answer, `${method} ${path.split('/')[1]} ${path.split('/').at(-1)!.slice(0, 12)}`)
  if (key && answer.status === 200) world.kept.push({ who, method, path, body, key, answer })
  return answer
}

function count(world: World, { status, body }: Answered, what: string) {
  expect([200, 403, 404, 409, 422], `${what}: ${body.message}`).toContain(status)
  world.statuses.set(`${status}`, (world.statuses.get(`${status}`) ?? 0) + 1)
}

/** One of the orders, mostly of those that may still move; the chooser is a customer or staff, so often a stranger. */
async function anOrder({ store }: World, n: number, states: ('pending' | 'paid' | 'verified')[]) {
  const alive = await store.store.db.select().from(orders).where(inArray(orders.paymentStatus, states))
  const all = n % 5 === 0 || alive.length === 0 ? await store.store.db.select().from(orders) : alive
  return oneOf(all, Math.floor(n / 5))
}
const ownerOf = (world: World, userId: string, how: number) =>
  how % 7 === 0 ? oneOf(world.shoppers, how)! : world.shoppers.find((one) => one.id === userId)!

/** Something that a customer does to one of the orders. */
const toOwn =
  (path: string, bodyOf: (world: World, chance: Chance, discount: number) => unknown): Act =>
  async (world, chance) => {
    const order = await anOrder(world, chance.what, ['pending'])
    if (!order) return
    const who = ownerOf(world, order.userId, chance.how)
    const body = bodyOf(world, chance, order.discount)
    await send(world, who, 'PATCH', `/checkout/${order.id}/${path}`, body, chance.how)
  }
/** Something that staff do to one of the orders. */
const byStaff =
  (method: string, path: string, state: 'paid' | 'verified', body?: unknown): Act =>
  async (world, { who, what, how }) => {
    const order = await anOrder(world, what, [state])
    if (order) await send(world, oneOf(world.staff, who)!, method, `/admin/orders/${order.id}/${path}`, body, how)
  }

export const actions = {
  addToCart: (world, { who, what, how }) =>
    send(
      world,
      oneOf(world.shoppers, who)!,
      'POST',
      '/cart',
      { item: oneOf(world.items, what)!.id, count: (how % 40) + 1 },
      1,
    ),

  async changeCart(world, { who, what, how }) {
    const { id } = oneOf(world.shoppers, who)!
    const line = oneOf(await world.store.store.db.select().from(cartLines).where(eq(cartLines.userId, id)), what)
    if (!line) return
    if (how % 3 === 0) await send(world, oneOf(world.shoppers, who)!, 'DELETE', `/cart/${line.id}`, undefined, 1)
    else await send(world, oneOf(world.shoppers, who)!, 'PUT', `/cart/${line.id}`, { count: (how % 9999) + 1 }, 1)
  },

  async checkout(world, { who, what, how }) {
    const seen = what % 4 === 0 ? { subtotal: what / 100 } : {}
    await send(
      world,
      oneOf(world.shoppers, who)!,
      'POST',
      '/checkout',
      { paymentMethod: oneOf(methods, what), ...seen },
      how,
    )
  },

  applyCoupon: toOwn('apply-coupon', (world, { who }) => ({
    couponId: who % 6 === 0 ? null : oneOf(world.coupons, who)!.id,
  })),
  cancel: toOwn('cancel', () => undefined),
  markPaid: toOwn('mark-paid', (_, { who, how }, discount) => ({
    paymentMethod: oneOf(methods, how),
    ...(who % 2 === 0 && { reference: `TX ${who % 4}` }),
    // Now what the server computed, now what somebody would have liked.
    ...(who % 3 === 0 && { discountAmount: who % 9 === 0 ? 12_345 : discount / 100 }),
  })),

  claim: byStaff('POST', 'claim', 'paid'),
  release: byStaff('DELETE', 'claim', 'paid'),
  verify: byStaff('PATCH', 'verify', 'paid'),
  reject: byStaff('PATCH', 'reject', 'paid', { reason: 'Nothing came' }),
  complete: byStaff('PATCH', 'complete', 'verified', { delivery: 'Here it is' }),
  refund: byStaff('PATCH', 'refund', 'verified', { reason: 'As agreed' }),

  async openDelivery(world, { what, how }) {
    const order = await anOrder(world, what, ['verified'])
    if (order)
      await send(world, ownerOf(world, order.userId, how), 'POST', `/checkout/${order.id}/delivery`, undefined, 1)
  },

  /** Time goes by for one that nobody paid. */
  async expire(world, { what }) {
    const { store } = world.store
    const order = await anOrder(world, what, ['pending'])
    if (!order) return
    await change(store, (making) => expire(making, order.id))
  },

  /** Time goes by for a claim. */
  async lapse(world, { what }) {
    const { store } = world.store
    const order = await anOrder(world, what, ['paid'])
    if (order) await change(store, (making) => lapse(making, order.id, new Date(Date.now() + 3_600_000)))
  },

  async createReferral(world, { who, what }) {
    await send(world, oneOf(world.customers, who)!, 'POST', '/referral', { code: `code ${what % 3}` }, 1)
  },
  async useReferral(world, { who, what }) {
    const user = oneOf(world.customers, who)!
    const userId = what % 5 === 0 ? world.customers[0]!.id : user.id
    await send(world, user, 'POST', '/referral/use', { code: `CODE${what % 3}`, userId }, 1)
  },

  async read(world, { who, what, how }) {
    const user = oneOf(world.shoppers, who)!
    const [row] = await world.store.store.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.read, false), how % 5 === 0 ? undefined : eq(notifications.userId, user.id)))
      .limit(1)
    if (what % 4 === 0) await send(world, user, 'POST', '/notifications/mark-all-read', undefined, 1)
    else if (row) await send(world, user, 'POST', `/notifications/${row.id}/read`, undefined, 1)
  },

  async review(world, { who, what, how }) {
    const [user, item] = [oneOf(world.shoppers, who)!, oneOf(world.items, what)!]
    const written = { item: item.id, stars: (how % 5) + 1, description: 'As it is' }
    const [own] = await world.store.store.db
      .select()
      .from(reviews)
      .where(and(eq(reviews.itemId, item.id), how % 6 === 0 ? undefined : eq(reviews.userId, user.id)))
    if (!own || how % 3 === 0) await send(world, user, 'POST', '/reviews', written, 1)
    else if (how % 3 === 1) await send(world, user, 'PUT', `/reviews/${own.id}`, written, 1)
    else await send(world, user, 'DELETE', `/reviews/${own.id}`, undefined, 1)
  },

  async chat(world, { who, what, how }) {
    const customer = oneOf(world.customers, what)!
    const staff = oneOf(world.staff, who)!
    const message = `Hello ${how}`
    if (how % 2 === 0) await send(world, customer, 'POST', '/support-chat/message', { message }, 1)
    else await send(world, staff, 'POST', '/support-chat/message', { message, userId: customer.id }, 1)
  },
  async readChat(world, { who, what, how }) {
    const rows = await world.store.store.db.select().from(supportMessages)
    const message = oneOf(rows, what)
    if (!message) return
    const owner = world.customers.find((one) => one.id === message.userId)!
    const reader = how % 2 === 0 ? owner : oneOf([...world.staff, ...world.customers], who)!
    await send(world, reader, 'POST', `/support-chat/messages/${message.id}/read`, undefined, 1)
  },

  async correctPoints(world, { who, what, how }) {
    const path = `/admin/customers/${oneOf(world.shoppers, what)!.id}/points`
    const points = (how % 400) - 200 || 1
    await send(world, oneOf(world.staff, who)!, 'POST', path, { points, reason: 'As agreed' }, how)
  },

  /** What is in somebody's cart costs something else than when it was put there. */
  async changePrice(world, { what, how }) {
    const item = oneOf(world.items, what)!
    await world.store.store.db
      .update(items)
      .set({ price: (how % 50_000) + 1 })
      .where(eq(items.id, item.id))
  },

  /** Sent again: the first answer with its position, and nothing else happens. With another body: refused. */
  async sendAgain(world, { what, how }) {
    const kept = oneOf(world.kept, what)
    if (!kept) return
    const { who, method, path, body, key, answer } = kept
    const { token } = who
    if (how % 3 === 0 && /checkout$|mark-paid$/.test(path)) {
      const other = { paymentMethod: (body as { paymentMethod: string }).paymentMethod === 'bank' ? 'crypto' : 'bank' }
      const refused = await world.store.call(method, path, other, { token, key })
      expect([refused.status, refused.body.error]).toEqual([422, 'key_reused'])
      return
    }
    const again = await world.store.call(method, path, body, { token, key })
    expect(again.body).toEqual(answer.body)
    expect(again.headers.get('x-stream-position')).toBe(answer.headers.get('x-stream-position'))
  },

  /** A second device signs in, and out. What its token opened is closed for good. */
  async signOut(world, { who }) {
    const user = oneOf(world.shoppers, who)!
    const { access } = await change(world.store.store, (making) => openSession(making, user, 'another device'))
    expect((await world.store.call('GET', '/auth/me', undefined, { token: access })).status).toBe(200)
    await world.store.call('POST', '/auth/logout', undefined, { token: access })
    world.ended.push(access)
  },
} satisfies Record<string, Act>

export type ActionName = keyof typeof actions
