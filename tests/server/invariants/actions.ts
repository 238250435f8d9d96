import { and, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  cartLines,
  items,
  notifications,
  orders,
  paymentRequests,
  payments,
  reviews,
  supportMessages,
} from '../../../drizzle/schema.ts'
import { formatUnits } from '../../../shared/payments/amounts.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { releaseExpiredClaim } from '../../../server/orders/claim.ts'
import { expire } from '../../../server/orders/expire.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import type { ApiResponse } from '../../app.ts'
import type { TestUser } from '../../build.ts'
import type { World } from './world.ts'

/** Random numbers that choose who acts, on what, and how. */
export type Choice = { actor: number; target: number; variant: number }
type Action = (world: World, choice: Choice) => Promise<unknown>

const methods = ['binance', 'crypto', 'bank'] as const
const networks = ['BASE', 'BEP20'] as const
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]

/** The paths of idempotent routes. */
const idempotentPath =
  /\/(checkout|apply-coupon|cancel|payment-request|mark-paid|verify|reject|complete|refund|reopen|unverify|payments|points)$/
let keyCount = 0

/** Sends a request, a third of them with an idempotency key where the route takes one. */
async function send(world: World, user: TestUser, method: string, path: string, body: unknown, variant = 1) {
  const key = variant % 3 === 0 && idempotentPath.test(path) ? `key${++keyCount}` : undefined
  const response = await world.server.call(method, path, body, { token: user.token, ...(key && { key }) })
  countResponse(world, response, `${method} ${path}`)
  if (key && response.status === 200) world.idempotentRequests.push({ user, method, path, body, key, response })
  return response
}

function countResponse(world: World, { status, body }: ApiResponse, request: string) {
  expect([200, 403, 404, 409, 422], `${request}: ${body.message}`).toContain(status)
  world.responseCounts.set(status, (world.responseCounts.get(status) ?? 0) + 1)
}

const statesOf = {
  pending: ['pending'],
  paid: ['paid'],
  verified: ['verified'],
  closed: ['cancelled', 'failed'],
} as const
type OrderGroup = keyof typeof statesOf

/** Picks an order in these states, if there is one; a fifth of the time any order. */
async function pickOrder({ server }: World, n: number, states: OrderGroup[]) {
  const inStates = inArray(
    orders.paymentStatus,
    states.flatMap((state) => statesOf[state]),
  )
  const candidates = await server.app.db
    .select()
    .from(orders)
    .where(n % 5 === 0 ? undefined : inStates)
  return pick(candidates, Math.floor(n / 5))
}

/** Mostly the owner; a seventh of the time another shopper. */
const ownerOrOther = (world: World, userId: string, variant: number) =>
  variant % 7 === 0 ? pick(world.shoppers, variant)! : world.shoppers.find(({ id }) => id === userId)!

/** A customer's action on an order. */
const byCustomer =
  (path: string, bodyOf: (world: World, choice: Choice, discount: number) => unknown): Action =>
  async (world, choice) => {
    const order = await pickOrder(world, choice.target, ['pending'])
    if (!order) return
    const user = ownerOrOther(world, order.userId, choice.variant)
    const body = bodyOf(world, choice, order.discount)
    await send(world, user, 'PATCH', `/checkout/${order.id}/${path}`, body, choice.variant)
  }

/** A staff action on an order. */
const byStaff =
  (method: string, path: string, state: Exclude<OrderGroup, 'pending'>, body?: unknown): Action =>
  async (world, { actor, target, variant }) => {
    const order = await pickOrder(world, target, [state])
    if (!order) return
    await send(world, pick(world.staff, actor)!, method, `/admin/orders/${order.id}/${path}`, body, variant)
  }

export const actions = {
  async addToCart(world, { actor, target, variant }) {
    const body = { item: pick(world.items, target)!.id, count: (variant % 40) + 1 }
    await send(world, pick(world.shoppers, actor)!, 'POST', '/cart', body)
  },

  async changeCart(world, { actor, target, variant }) {
    const user = pick(world.shoppers, actor)!
    const lines = await world.server.app.db.select().from(cartLines).where(eq(cartLines.userId, user.id))
    const line = pick(lines, target)
    if (!line) return
    if (variant % 3 === 0) await send(world, user, 'DELETE', `/cart/${line.id}`, undefined)
    else await send(world, user, 'PUT', `/cart/${line.id}`, { count: (variant % 9999) + 1 })
  },

  async checkout(world, { actor, target, variant }) {
    const shownSubtotal = target % 8 === 0 ? { subtotal: target / 100 } : {}
    const body = { paymentMethod: pick(methods, target), ...shownSubtotal }
    // Mostly who has something in the cart.
    const line = pick(await world.server.app.db.select().from(cartLines), actor)
    const user = world.shoppers.find(({ id }) => id === line?.userId && actor % 5 !== 0)
    await send(world, user ?? pick(world.shoppers, actor)!, 'POST', '/checkout', body, variant)
  },

  applyCoupon: byCustomer('apply-coupon', (world, { actor }) => ({
    couponId: actor % 6 === 0 ? null : pick(world.coupons, actor)!.id,
  })),
  cancel: byCustomer('cancel', () => undefined),
  markPaid: byCustomer('mark-paid', (_, { actor, variant }, discount) => ({
    paymentMethod: pick(methods, variant),
    ...(actor % 2 === 0 && { reference: `TX ${actor % 4}` }),
    // Mostly the order's own discount, sometimes another one.
    ...(actor % 3 === 0 && { discountAmount: actor % 9 === 0 ? 12_345 : discount / 100 }),
  })),

  claim: byStaff('POST', 'claim', 'paid'),
  release: byStaff('DELETE', 'claim', 'paid'),
  claimToDeliver: byStaff('POST', 'claim', 'verified'),
  releaseToDeliver: byStaff('DELETE', 'claim', 'verified'),
  verify: byStaff('PATCH', 'verify', 'paid'),
  reject: byStaff('PATCH', 'reject', 'paid', { reason: 'Nothing came' }),
  complete: byStaff('PATCH', 'complete', 'verified', { delivery: 'Here it is' }),
  changeDelivery: byStaff('PATCH', 'delivery', 'verified', { delivery: 'Here is another' }),
  refund: byStaff('PATCH', 'refund', 'verified', { reason: 'As agreed' }),
  refundPart: byStaff('PATCH', 'refund', 'verified', { reason: 'As agreed', amount: 3, reference: 'OUT 1' }),
  acceptShort: byStaff('PATCH', 'verify', 'paid', { acceptShort: true, reason: 'The bank kept a fee' }),
  unverify: byStaff('PATCH', 'unverify', 'verified', { reason: 'The wrong order' }),
  reopen: byStaff('PATCH', 'reopen', 'closed', { reason: 'The money came late' }),

  async requestPayment(world, { actor, target, variant }) {
    const order = await pickOrder(world, target, ['pending'])
    if (!order) return
    const user = ownerOrOther(world, order.userId, variant)
    const choice =
      actor % 3 === 0 ? { method: 'bank' } : { method: 'crypto', network: pick(networks, actor), token: 'USDT' }
    await send(world, user, 'POST', `/checkout/${order.id}/payment-request`, choice, variant)
  },

  async recordPayment(world, { actor, target, variant }) {
    const states = pick([['paid'], ['pending'], ['verified'], ['closed']] as const, variant)!
    const order = await pickOrder(world, target, [...states])
    const [request] = await world.server.app.db
      .select()
      .from(paymentRequests)
      .where(eq(paymentRequests.id, order?.requestId ?? ''))
    // Exactly what was asked, or some other amount.
    const isExact = request && actor % 2 === 0
    const body = {
      source: 'manual',
      currency: isExact ? request.currency : pick(['LKR', 'USD', 'USDT'], variant),
      amount: isExact
        ? formatUnits(request.amount, request.decimals > 6 ? 18 : request.decimals)
        : String((target % 40) + 1),
      ...(order && variant % 4 !== 0 && { order: order.id }),
      ...(order && { text: `REF ${order.paymentReference}` }),
    }
    await send(world, pick(world.staff, actor)!, 'POST', '/admin/payments', body, variant)
  },

  async decidePayment(world, { actor, target, variant }) {
    const payment = pick(await world.server.app.db.select().from(payments), target)
    const order = await pickOrder(world, variant, ['paid', 'pending'])
    if (!payment || !order) return
    const decision = pick(
      [{ order: order.id }, { order: order.id }, { order: null }, { dismiss: 'Not ours' }, { sentBack: 'OUT 2' }],
      variant,
    )
    await send(world, pick(world.staff, actor)!, 'PATCH', `/admin/payments/${payment.id}`, decision, variant)
  },

  async openDelivery(world, { target, variant }) {
    const order = await pickOrder(world, target, ['verified'])
    if (!order) return
    await send(world, ownerOrOther(world, order.userId, variant), 'POST', `/checkout/${order.id}/delivery`, undefined)
  },

  async expire(world, { target }) {
    const order = await pickOrder(world, target, ['pending'])
    if (order) await runMutation(world.server.app, (ctx) => expire(ctx, order.id))
  },

  async expireClaim(world, { target }) {
    const order = await pickOrder(world, target, ['paid'])
    const later = new Date(Date.now() + 3_600_000)
    if (order) await runMutation(world.server.app, (ctx) => releaseExpiredClaim(ctx, order.id, later))
  },

  async createReferralCode(world, { actor, target }) {
    await send(world, pick(world.customers, actor)!, 'POST', '/referral', { code: `code ${target % 3}` })
  },

  async redeemReferralCode(world, { actor, target }) {
    const user = pick(world.customers, actor)!
    const userId = target % 5 === 0 ? world.customers[0]!.id : user.id
    await send(world, user, 'POST', '/referral/use', { code: `CODE${target % 3}`, userId })
  },

  async markNotificationsRead(world, { actor, target, variant }) {
    const user = pick(world.shoppers, actor)!
    const [row] = await world.server.app.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.read, false), variant % 5 === 0 ? undefined : eq(notifications.userId, user.id)))
      .limit(1)
    if (target % 4 === 0) await send(world, user, 'POST', '/notifications/mark-all-read', undefined)
    else if (row) await send(world, user, 'POST', `/notifications/${row.id}/read`, undefined)
  },

  async review(world, { actor, target, variant }) {
    const [user, item] = [pick(world.shoppers, actor)!, pick(world.items, target)!]
    const body = { item: item.id, stars: (variant % 5) + 1, description: 'As expected' }
    const [existing] = await world.server.app.db
      .select()
      .from(reviews)
      .where(and(eq(reviews.itemId, item.id), variant % 6 === 0 ? undefined : eq(reviews.userId, user.id)))
    if (!existing || variant % 3 === 0) await send(world, user, 'POST', '/reviews', body)
    else if (variant % 3 === 1) await send(world, user, 'PUT', `/reviews/${existing.id}`, body)
    else await send(world, user, 'DELETE', `/reviews/${existing.id}`, undefined)
  },

  async sendMessage(world, { actor, target, variant }) {
    const customer = pick(world.customers, target)!
    const message = `Hello ${variant}`
    if (variant % 2 === 0) return send(world, customer, 'POST', '/support-chat/message', { message })
    return send(world, pick(world.staff, actor)!, 'POST', '/support-chat/message', { message, userId: customer.id })
  },

  async markMessagesRead(world, { actor, target, variant }) {
    const message = pick(await world.server.app.db.select().from(supportMessages), target)
    if (!message) return
    const owner = world.customers.find(({ id }) => id === message.userId)!
    const reader = variant % 2 === 0 ? owner : pick([...world.staff, ...world.customers], actor)!
    await send(world, reader, 'POST', `/support-chat/messages/${message.id}/read`, undefined)
  },

  async correctPoints(world, { actor, target, variant }) {
    const path = `/admin/customers/${pick(world.shoppers, target)!.id}/points`
    const points = (variant % 400) - 200 || 1
    await send(world, pick(world.staff, actor)!, 'POST', path, { points, reason: 'As agreed' }, variant)
  },

  /** Changes a price, so that carts hold items at other prices than when they were added. */
  async changePrice(world, { target, variant }) {
    await world.server.app.db
      .update(items)
      .set({ price: (variant % 50_000) + 1 })
      .where(eq(items.id, pick(world.items, target)!.id))
  },

  /** Repeats an idempotent request: the same response and cursor again, or 422 with another body. */
  async repeatRequest(world, { target, variant }) {
    const request = pick(world.idempotentRequests, target)
    if (!request) return
    const { user, method, path, body, key, response } = request
    const options = { token: user.token, key }
    if (variant % 3 === 0 && /checkout$|mark-paid$/.test(path)) {
      const other = { paymentMethod: (body as { paymentMethod: string }).paymentMethod === 'bank' ? 'crypto' : 'bank' }
      const rejected = await world.server.call(method, path, other, options)
      expect([rejected.status, rejected.body.error]).toEqual([422, 'key_reused'])
      return
    }
    const repeated = await world.server.call(method, path, body, options)
    expect(repeated.body).toEqual(response.body)
    expect(repeated.headers.get('x-stream-position')).toBe(response.headers.get('x-stream-position'))
  },

  /** Logs in on a second device and out again; its token must be rejected from then on. */
  async logOut(world, { actor }) {
    const user = pick(world.shoppers, actor)!
    const { access } = await runMutation(world.server.app, (ctx) => openSession(ctx, user, 'another device'))
    expect((await world.server.call('GET', '/auth/me', undefined, { token: access })).status).toBe(200)
    await world.server.call('POST', '/auth/logout', undefined, { token: access })
    world.endedTokens.push(access)
  },
} satisfies Record<string, Action>

export type ActionName = keyof typeof actions
