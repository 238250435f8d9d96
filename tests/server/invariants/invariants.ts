import { getTableName } from 'drizzle-orm'
import { expect } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { hashRow } from '../../../server/audit/record-action.ts'
import type { TestServer } from '../../app.ts'
import { discountOf } from '../../../shared/coupons/rules.ts'
import { pointsFor, referralPointsFor } from '../../../shared/money.ts'
import type { OrderEventType, OrderState } from '../../../shared/orders/schema.ts'
import { type OrderAction, canMove, move, refundable } from '../../../shared/orders/rules.ts'

const tables = {
  users: schema.users,
  items: schema.items,
  reviews: schema.reviews,
  cartLines: schema.cartLines,
  orders: schema.orders,
  orderLines: schema.orderLines,
  payments: schema.payments,
  paymentRequests: schema.paymentRequests,
  refunds: schema.refunds,
  orderEvents: schema.orderEvents,
  coupons: schema.coupons,
  couponRedemptions: schema.couponRedemptions,
  pointsEntries: schema.pointsEntries,
  referrals: schema.referrals,
  referralCodes: schema.referralCodes,
  notifications: schema.notifications,
  supportConversations: schema.supportConversations,
  supportMessages: schema.supportMessages,
  audit: schema.audit,
  streams: schema.streams,
  streamEvents: schema.streamEvents,
}
type Tables = typeof tables
export type Rows = { [T in keyof Tables]: Tables[T]['$inferSelect'][] }

export async function readRows({ app }: TestServer): Promise<Rows> {
  const read = Object.entries(tables).map(async ([name, table]) => [
    name,
    await app.db.select().from(table as typeof schema.users),
  ])
  return Object.fromEntries(await Promise.all(read)) as Rows
}

/**
 * Asserts what must hold after every mutation (docs/rules.md).
 * @param before the rows after an earlier mutation: append-only tables must still contain theirs
 */
export function expectInvariants(rows: Rows, before: Rows | null) {
  expectTotals(rows)
  expectMoney(rows, before)
  expectStates(rows)
  expectCoupons(rows)
  expectPoints(rows)
  expectReferrals(rows)
  expectAverages(rows)
  expectStreams(rows)
  expectConversations(rows)
  expectAudit(rows)
  expectUnique(rows.cartLines, (line) => `${line.userId} ${line.itemId}`)
  for (const line of rows.cartLines) expect(line.count).toBeGreaterThan(0)
  if (before) expectAppendOnly(rows, before)
}

/** An order's total is the sum of its lines less its discount, in whole cents and never negative. */
function expectTotals({ orders, orderLines, coupons }: Rows) {
  const linesOf = groupBy(orderLines, 'orderId')
  for (const order of orders) {
    const lines = linesOf.get(order.id) ?? []
    const { subtotal, fees, discount, total } = order
    expect(lines).not.toEqual([])
    expect(subtotal).toBe(lines.reduce((sum, line) => sum + line.price * line.quantity, 0))
    expect(total).toBe(subtotal + fees - discount)
    for (const cents of [subtotal, fees, discount, total]) expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true)
    const coupon = coupons.find(({ id }) => id === order.couponId)
    const terms = coupon && { ...coupon, validItem: coupon.itemId, validCategory: coupon.categoryId }
    const discountLines = lines.map((line) => ({ ...line, item: line.itemId, category: line.categoryId }))
    expect(discount).toBe(terms ? discountOf(terms, discountLines) : 0)
    expect(order.couponCode).toBe(coupon?.code ?? null)
  }
}

const actionOf: Record<Exclude<OrderEventType, 'created' | 'released' | 'claimed' | 'payment'>, OrderAction> = {
  coupon: 'applyCoupon',
  cancelled: 'cancel',
  paid: 'markPaid',
  verified: 'verify',
  rejected: 'reject',
  completed: 'complete',
  redelivered: 'changeDelivery',
  refunded: 'refund',
  part_refunded: 'refundPart',
  reopened: 'reopen',
  unverified: 'unverify',
  proof: 'changeProofs',
  proof_requested: 'requestProof',
  reference: 'changeReference',
  expired: 'expire',
}

/** An order's history follows the state machine from its creation to its current state. */
function expectStates({ orders, orderEvents }: Rows) {
  const eventsOf = groupBy(orderEvents, 'orderId')
  for (const order of orders) {
    const history = (eventsOf.get(order.id) ?? []).toSorted((a, b) => a.seq - b.seq)
    expect(history.map((event) => event.seq)).toEqual(history.map((_, i) => i + 1))
    expect(history[0]?.what).toBe('created')
    let state: OrderState = { paymentStatus: 'pending', orderStatus: 'pending' }
    for (const { what } of history.slice(1)) {
      if (what === 'claimed' || what === 'released' || what === 'payment') continue
      expect(what).not.toBe('created')
      state = move(state, actionOf[what as keyof typeof actionOf])
    }
    expect({ paymentStatus: order.paymentStatus, orderStatus: order.orderStatus }).toEqual(state)
    // Only orders that await verification or delivery are claimed.
    if (order.claimedBy !== null) expect(canMove(order, 'claim')).toBe(true)
  }
}

/** A coupon's uses are its redemptions, within its limits, and each belongs to an order that uses it. */
function expectCoupons({ coupons, couponRedemptions, orders, orderEvents }: Rows) {
  const reopened = new Set(orderEvents.filter(({ what }) => what === 'reopened').map(({ orderId }) => orderId))
  for (const coupon of coupons) {
    const redemptions = couponRedemptions.filter(({ couponId }) => couponId === coupon.id)
    const codes = coupons.filter(({ batchId }) => batchId === coupon.id)
    expect(coupon.uses).toBe(redemptions.length + codes.reduce((sum, code) => sum + code.uses, 0))
    if (coupon.batchSize !== null || (coupon.startsAt?.getTime() ?? 0) > Date.now()) expect(redemptions).toEqual([])
    for (const { orderId } of redemptions) {
      const { subtotal } = orders.find(({ id }) => id === orderId)!
      expect(subtotal).toBeGreaterThanOrEqual(coupon.minTotal ?? 0)
    }
    // A reopened order's discount is honoured beyond the limits.
    const regular = redemptions.filter(({ orderId }) => !reopened.has(orderId))
    expect(regular.length).toBeLessThanOrEqual(coupon.usesLimit ?? Infinity)
    for (const ofCustomer of groupBy(regular, 'userId').values()) {
      expect(ofCustomer.length).toBeLessThanOrEqual(coupon.usesPerCustomer ?? Infinity)
    }
  }
  const expected = orders
    .filter((order) => order.couponId !== null && !['cancelled', 'failed'].includes(order.paymentStatus))
    .map((order) => `${order.id} ${order.couponId} ${order.userId}`)
  const firstOrderCoupons = new Set(coupons.filter((coupon) => coupon.firstOrderOnly).map(({ id }) => id))
  const firstOrders = couponRedemptions.filter(
    ({ couponId, orderId }) => firstOrderCoupons.has(couponId) && !reopened.has(orderId),
  )
  expect(new Set(firstOrders.map(({ userId }) => userId)).size, 'one first order each').toBe(firstOrders.length)
  const actual = couponRedemptions.map(({ orderId, couponId, userId }) => `${orderId} ${couponId} ${userId}`)
  expect(actual.toSorted()).toEqual(expected.toSorted())
}

/**
 * A user's points are the sum of the ledger. What an order still holds of its awards is what its state says: all while it
 * is verified, less the share that was refunded, and nothing otherwise. A refund takes its share at once: money that comes
 * or goes after it changes what was too much, but no points.
 */
function expectPoints({ users, pointsEntries, orders, orderEvents, referrals }: Rows) {
  const entriesOf = groupBy(pointsEntries, 'userId')
  for (const { id, points } of users) {
    expect(points).toBe((entriesOf.get(id) ?? []).reduce((sum, entry) => sum + entry.points, 0))
  }
  const ofOrders = pointsEntries.filter(({ source }) => source !== 'adjustment')
  const historyOf = groupBy(orderEvents, 'orderId')
  for (const order of orders) {
    const isHeld = order.paymentStatus === 'verified'
    const referral = referrals.find(({ rewardedOrderId }) => rewardedOrderId === order.id)
    const surplus = Math.max(0, order.received - order.total)
    const heldOf = (points: number, refunded: number) =>
      isHeld ? points - (order.total === 0 ? 0 : Math.floor((points * Math.max(0, refunded)) / order.total)) : 0
    const latest = (what: string) =>
      Math.max(0, ...historyOf.get(order.id)!.flatMap((event) => (event.what === what ? [event.seq] : [])))
    const expectHeld = (source: string, userId: string | undefined, points: number) => {
      const held = ofOrders
        .filter((entry) => entry.orderId === order.id && entry.source === source && entry.userId === userId)
        .reduce((sum, entry) => sum + entry.points, 0)
      if (latest('payment') < latest('part_refunded') || order.refunded === 0) {
        expect(held, order.id).toBe(heldOf(points, order.refunded - surplus))
      } else {
        expect(held, order.id).toBeGreaterThanOrEqual(heldOf(points, order.refunded))
        expect(held, order.id).toBeLessThanOrEqual(heldOf(points, 0))
      }
    }
    expectHeld('order', order.userId, pointsFor(order.total))
    expectHeld('referral', referral?.referrerId, referral ? referralPointsFor(order.total) : 0)
    const awards = ofOrders.filter(
      ({ orderId, reversal, source }) => orderId === order.id && !reversal && source === 'order',
    )
    expect(awards.length).toBe(pointsFor(order.total) === 0 ? 0 : order.verifications)
  }
}

/** What an order has received is what the ledger has for it; no money vanishes or counts twice; locks are one order's. */
function expectMoney({ orders, payments, paymentRequests, refunds }: Rows, before: Rows | null) {
  const paymentsOf = groupBy(payments.filter(hasOrder), 'orderId')
  const refundsOf = groupBy(refunds, 'orderId')
  for (const { id, total, received, refunded, paymentStatus, requestId } of orders) {
    const final = (paymentsOf.get(id) ?? []).filter(({ state }) => state === 'final')
    expect(received).toBe(final.reduce((sum, { cents }) => sum + cents, 0))
    expect(refunded).toBe((refundsOf.get(id) ?? []).reduce((sum, { cents }) => sum + cents, 0))
    expect(refunded).toBeLessThanOrEqual(Math.max(total, received))
    if (paymentStatus === 'refunded') expect(refundable({ total, received, refunded }), 'nothing is left').toBe(0)
    if (requestId !== null) expect(paymentRequests.find((request) => request.id === requestId)?.orderId).toBe(id)
  }
  expectUnique(orders, ({ paymentReference }) => paymentReference!)
  expectUnique(payments, ({ source, sourceId }) => `${source} ${sourceId}`)
  const locked = paymentRequests.filter(({ freedAt }) => freedAt === null)
  expectUnique(locked, ({ network, token, address, amount }) => `${network} ${token} ${address} ${amount}`)
  for (const earlier of before?.payments ?? []) {
    const { source, sourceId, currency, decimals, amount, worth } = earlier
    const now = payments.find(({ id }) => id === earlier.id)
    expect(now, 'money never vanishes').toMatchObject({ source, sourceId, currency, decimals, amount, worth })
  }
  for (const earlier of before?.paymentRequests ?? []) {
    const { freedAt: _, ...asked } = earlier
    expect(paymentRequests.find(({ id }) => id === earlier.id)).toMatchObject(asked)
  }
}

const hasOrder = <T extends { orderId: string | null }>(row: T): row is T & { orderId: string } => row.orderId !== null

/** Users refer others only, are referred once, and the reward is for the first verified order. */
function expectReferrals({ referrals, referralCodes, orders }: Rows) {
  expectUnique(referrals, ({ refereeId }) => refereeId)
  expectUnique(referralCodes, ({ code }) => code)
  for (const { code } of referralCodes) expect(code).toMatch(/^[A-Z0-9]{2,32}$/)
  for (const { refereeId, referrerId, rewardedOrderId } of referrals) {
    expect(refereeId).not.toBe(referrerId)
    if (rewardedOrderId === null) continue
    const verified = orders.filter((order) => order.userId === refereeId && order.verifiedAt !== null)
    const rewarded = verified.find((order) => order.id === rewardedOrderId)
    expect(rewarded).toBeDefined()
    for (const order of verified)
      expect(order.verifiedAt!.getTime()).toBeGreaterThanOrEqual(rewarded!.verifiedAt!.getTime())
  }
}

/** An item's rating and review count are those of its reviews. */
function expectAverages({ items, reviews }: Rows) {
  const reviewsOf = groupBy(reviews, 'itemId')
  for (const item of items) {
    const stars = (reviewsOf.get(item.id) ?? []).map((review) => review.stars)
    const sum = stars.reduce((total, one) => total + one, 0)
    const rating = stars.length === 0 ? 0 : Math.round((sum * 100) / stars.length)
    expect([item.starsSum, item.reviewCount, item.rating]).toEqual([sum, stars.length, rating])
  }
  expectUnique(reviews, ({ itemId, userId }) => `${itemId} ${userId}`)
}

/** A stream's events are numbered from 1 to its head without gaps. */
function expectStreams({ streams, streamEvents }: Rows) {
  const eventsOf = groupBy(streamEvents, 'stream')
  for (const { name, seq } of streams) {
    if (name === 'audit') continue
    const seqs = (eventsOf.get(name) ?? []).map((event) => event.seq).toSorted((a, b) => a - b)
    expect(seqs).toEqual(Array.from({ length: seq }, (_, i) => i + 1))
  }
  expect([...eventsOf.keys()].filter((stream) => !streams.some(({ name }) => name === stream))).toEqual([])
}

/** A conversation's messages are numbered without gaps, and its unread counts match its unread messages. */
function expectConversations({ supportConversations, supportMessages }: Rows) {
  const messagesOf = groupBy(supportMessages, 'userId')
  for (const { userId, lastSeq, customerUnread, staffUnread } of supportConversations) {
    const messages = messagesOf.get(userId) ?? []
    const seqs = messages.map((message) => message.seq).toSorted((a, b) => a - b)
    expect(seqs).toEqual(Array.from({ length: lastSeq }, (_, i) => i + 1))
    const unread = (fromStaff: boolean) =>
      messages.filter((message) => message.fromStaff === fromStaff && !message.read).length
    expect([customerUnread, staffUnread]).toEqual([unread(true), unread(false)])
  }
}

/** The audit log is an unbroken hash chain with one row for each staff decision on an order. */
function expectAudit({ audit, orderEvents }: Rows) {
  const rows = audit.toSorted((a, b) => a.seq - b.seq)
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1))
  let previous = ''
  for (const row of rows) {
    expect(row.previousHash).toBe(previous)
    expect(row.hash).toBe(hashRow(row as never, previous))
    previous = row.hash
  }
  const decisions = {
    verified: 'verify',
    rejected: 'reject',
    completed: 'complete',
    redelivered: 'change-delivery',
    refunded: 'refund',
    part_refunded: 'refund-part',
    reopened: 'reopen',
    unverified: 'unverify',
  } as const
  const decided = orderEvents.flatMap(({ what, orderId, actorId }) =>
    what in decisions ? [`${actorId} order.${decisions[what as keyof typeof decisions]} ${orderId}`] : [],
  )
  const recorded = rows.flatMap((row) =>
    Object.values(decisions).some((name) => row.action === `order.${name}`)
      ? [`${row.actorId} ${row.action} ${row.subjectId}`]
      : [],
  )
  expect(recorded.toSorted()).toEqual(decided.toSorted())
}

type Keyed = { id?: string; hash?: string; stream?: string; seq?: number }
/** Rows of append-only tables never change, except that a coupon change takes the place of the one before. */
function expectAppendOnly(rows: Rows, before: Rows) {
  for (const name of ['orderLines', 'pointsEntries', 'orderEvents', 'audit', 'streamEvents'] as const) {
    const keyOf = (row: Keyed) => row.id ?? row.hash ?? `${row.stream} ${row.seq}`
    const now = new Map(rows[name].map((row) => [keyOf(row), row]))
    for (const row of before[name]) {
      const isCouponChange = 'what' in row && row.what === 'coupon'
      const expected = isCouponChange ? { id: row.id, orderId: row.orderId, seq: row.seq, what: 'coupon' } : row
      expect(now.get(keyOf(row)), getTableName(tables[name])).toMatchObject(expected)
    }
  }
}

function expectUnique<T>(rows: T[], keyOf: (row: T) => string) {
  expect(new Set(rows.map(keyOf)).size).toBe(rows.length)
}

export function groupBy<T extends Record<K, string>, K extends string>(rows: T[], key: K): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(row[key])
    if (group) group.push(row)
    else groups.set(row[key], [row])
  }
  return groups
}
