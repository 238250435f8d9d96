import { getTableName } from 'drizzle-orm'
import { expect } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { hashOf } from '../../../server/activity/audit.ts'
import type { TestStore } from '../../app.ts'
import { discountOf } from '../../../shared/coupons.ts'
import { pointsFor, referralPointsFor } from '../../../shared/money.ts'
import type { Change } from '../../../shared/order-calls.ts'
import { type Action, canMove, move, type OrderState } from '../../../shared/orders.ts'

const tables = {
  users: schema.users,
  items: schema.items,
  reviews: schema.reviews,
  cartLines: schema.cartLines,
  orders: schema.orders,
  orderLines: schema.orderLines,
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

export async function readRows({ store }: TestStore): Promise<Rows> {
  const read = Object.entries(tables).map(async ([name, table]) => [
    name,
    await store.db.select().from(table as typeof schema.users),
  ])
  return Object.fromEntries(await Promise.all(read)) as Rows
}

/** What SAFETY.md says holds after every step, of the rows as they are and as they were a step before. */
export function expectWhole(rows: Rows, before: Rows | null) {
  expectTotals(rows)
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
  if (before) expectOnlyGrown(rows, before)
}

/** 3. and 16.: the total is the lines less the discount, in whole cents and never below nothing. */
function expectTotals({ orders, orderLines, coupons }: Rows) {
  const linesOf = groupBy(orderLines, 'orderId')
  for (const order of orders) {
    const lines = linesOf.get(order.id) ?? []
    const { subtotal, fees, discount, total } = order
    expect(lines).not.toEqual([])
    expect(subtotal).toBe(lines.reduce((sum, line) => sum + line.price * line.quantity, 0))
    expect(total).toBe(subtotal + fees - discount)
    for (const cents of [subtotal, fees, discount, total]) expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true)
    const coupon = coupons.find((one) => one.id === order.couponId)
    const terms = coupon && { ...coupon, validItem: coupon.itemId, validCategory: coupon.categoryId }
    const fitting = lines.map((line) => ({ ...line, item: line.itemId, category: line.categoryId }))
    expect(discount).toBe(terms ? discountOf(terms, fitting) : 0)
    expect(order.couponCode).toBe(coupon?.code ?? null)
  }
}

const actionOf: Record<Exclude<Change, 'created' | 'released' | 'claimed'>, Action> = {
  coupon: 'applyCoupon',
  cancelled: 'cancel',
  paid: 'markPaid',
  verified: 'verify',
  rejected: 'reject',
  completed: 'complete',
  refunded: 'refund',
  expired: 'expire',
}

/** 6.: an order's history walks along the table, from its beginning to where the order stands. */
function expectStates({ orders, orderEvents }: Rows) {
  const eventsOf = groupBy(orderEvents, 'orderId')
  for (const order of orders) {
    const history = (eventsOf.get(order.id) ?? []).toSorted((one, other) => one.seq - other.seq)
    expect(history.map((event) => event.seq)).toEqual(history.map((_, i) => i + 1))
    expect(history[0]?.what).toBe('created')
    let state: OrderState = { paymentStatus: 'pending', orderStatus: 'pending' }
    for (const { what } of history.slice(1)) {
      if (what === 'claimed' || what === 'released') continue
      expect(what).not.toBe('created')
      state = move(state, actionOf[what as keyof typeof actionOf])
    }
    expect({ paymentStatus: order.paymentStatus, orderStatus: order.orderStatus }).toEqual(state)
    // A claim is of a payment that waits.
    if (order.claimedBy !== null) expect(canMove(order, 'claim')).toBe(true)
  }
}

/** 5.: a coupon's uses are the orders that hold it, and never more than it allows. */
function expectCoupons({ coupons, couponRedemptions, orders }: Rows) {
  for (const coupon of coupons) {
    const held = couponRedemptions.filter((one) => one.couponId === coupon.id)
    expect(coupon.uses).toBe(held.length)
    expect(held.length).toBeLessThanOrEqual(coupon.usesLimit ?? Infinity)
    for (const some of groupBy(held, 'userId').values()) {
      expect(some.length).toBeLessThanOrEqual(coupon.usesPerCustomer ?? Infinity)
    }
  }
  const holding = orders
    .filter((order) => order.couponId !== null && !['cancelled', 'failed'].includes(order.paymentStatus))
    .map((order) => `${order.id} ${order.couponId} ${order.userId}`)
  expect(couponRedemptions.map((one) => `${one.orderId} ${one.couponId} ${one.userId}`).toSorted()).toEqual(
    holding.toSorted(),
  )
}

/** 1. and 2.: points are the ledger's sum; each cause gives once and takes back once. */
function expectPoints({ users, pointsEntries, orders, referrals }: Rows) {
  const entriesOf = groupBy(pointsEntries, 'userId')
  for (const { id, points } of users) {
    expect(points).toBe((entriesOf.get(id) ?? []).reduce((sum, entry) => sum + entry.points, 0))
  }
  const due = orders.flatMap((order) => {
    if (order.verifiedAt === null) return []
    const referral = referrals.find((one) => one.rewardedOrderId === order.id)
    const earned = [
      { who: order.userId, source: 'order', points: pointsFor(order.total) },
      { who: referral?.referrerId, source: 'referral', points: referralPointsFor(order.total) },
    ].filter(({ who, points }) => who !== undefined && points > 0)
    const write = (sign: 1 | -1) =>
      earned.map(({ who, source, points }) => `${who} ${source} ${order.id} ${sign * points}`)
    return order.paymentStatus === 'refunded' ? [...write(1), ...write(-1)] : write(1)
  })
  const given = pointsEntries.filter((entry) => entry.source !== 'adjustment')
  expect(given.map((entry) => `${entry.userId} ${entry.source} ${entry.orderId} ${entry.points}`).toSorted()).toEqual(
    due.toSorted(),
  )
}

/** 12.: nobody brings themselves, and each is brought once; the reward is for the first verified order. */
function expectReferrals({ referrals, referralCodes, orders }: Rows) {
  expectUnique(referrals, (one) => one.refereeId)
  expectUnique(referralCodes, (one) => one.code)
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

/** 13.: an item's average is of the reviews that there are. */
function expectAverages({ items, reviews }: Rows) {
  const reviewsOf = groupBy(reviews, 'itemId')
  for (const item of items) {
    const stars = (reviewsOf.get(item.id) ?? []).map((one) => one.stars)
    const sum = stars.reduce((total, one) => total + one, 0)
    const rating = stars.length === 0 ? 0 : Math.round((sum * 100) / stars.length)
    expect([item.starsSum, item.reviewCount, item.rating]).toEqual([sum, stars.length, rating])
  }
  expectUnique(reviews, (one) => `${one.itemId} ${one.userId}`)
}

/** 11.: each stream is dense up to its head. */
function expectStreams({ streams, streamEvents }: Rows) {
  const eventsOf = groupBy(streamEvents, 'stream')
  for (const { name, seq } of streams) {
    if (name === 'audit') continue
    const seqs = (eventsOf.get(name) ?? []).map((event) => event.seq).toSorted((one, other) => one - other)
    expect(seqs).toEqual(Array.from({ length: seq }, (_, i) => i + 1))
  }
  expect([...eventsOf.keys()].filter((name) => !streams.some((one) => one.name === name))).toEqual([])
}

/** 10.: a conversation is dense, and its unread counts are its unread rows. */
function expectConversations({ supportConversations, supportMessages }: Rows) {
  const messagesOf = groupBy(supportMessages, 'userId')
  for (const { userId, lastSeq, customerUnread, staffUnread } of supportConversations) {
    const messages = messagesOf.get(userId) ?? []
    const seqs = messages.map((message) => message.seq).toSorted((one, other) => one - other)
    expect(seqs).toEqual(Array.from({ length: lastSeq }, (_, i) => i + 1))
    const unread = (fromStaff: boolean) => messages.filter((one) => one.fromStaff === fromStaff && !one.read).length
    expect([customerUnread, staffUnread]).toEqual([unread(true), unread(false)])
  }
}

/** 6.: one audit row for each decision of staff on an order, each with the hash of the one before. */
function expectAudit({ audit, orderEvents }: Rows) {
  const rows = audit.toSorted((one, other) => one.seq - other.seq)
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1))
  let previous = ''
  for (const row of rows) {
    expect(row.previousHash).toBe(previous)
    expect(row.hash).toBe(hashOf(row as never, previous))
    previous = row.hash
  }
  const decisions = { verified: 'verify', rejected: 'reject', completed: 'complete', refunded: 'refund' } as const
  const decided = orderEvents.flatMap(({ what, orderId, actorId }) =>
    what in decisions ? [`${actorId} order.${decisions[what as keyof typeof decisions]} ${orderId}`] : [],
  )
  const noted = rows.flatMap((row) =>
    Object.values(decisions).some((name) => row.action === `order.${name}`)
      ? [`${row.actorId} ${row.action} ${row.subjectId}`]
      : [],
  )
  expect(noted.toSorted()).toEqual(decided.toSorted())
}

type Keyed = { id?: string; hash?: string; stream?: string; seq?: number }
/** 1. and 4.: what was ordered, earned, told or noted is never rewritten. */
function expectOnlyGrown(rows: Rows, before: Rows) {
  for (const name of ['orderLines', 'pointsEntries', 'orderEvents', 'audit', 'streamEvents'] as const) {
    const keyOf = (row: Keyed) => row.id ?? row.hash ?? `${row.stream} ${row.seq}`
    const now = new Map(rows[name].map((row) => [keyOf(row), row]))
    for (const row of before[name]) expect(now.get(keyOf(row)), getTableName(tables[name])).toEqual(row)
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
