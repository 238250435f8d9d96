import { eq, getTableColumns, is, sql, Table } from 'drizzle-orm'
import { getTableConfig as getPostgresConfig, type PgTable } from 'drizzle-orm/pg-core'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { toSnakeCase } from 'drizzle-orm/casing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialect } from '../../drizzle/kit.ts'
import * as schema from '../../drizzle/schema.ts'
import type { Db } from '../../server/db/transactions.ts'
import { openTimeoutMs, openTestDatabase, errorMessageOf } from '../database.ts'

const {
  activity,
  audit,
  cartLines,
  categories,
  coupons,
  idempotencyKeys,
  items,
  mailLinks,
  notifications,
  orderEvents,
  orderLines,
  orders,
  pointsEntries,
  referralCodes,
  referrals,
  reviews,
  savedReplies,
  secondFactors,
  sessions,
  supportConversations,
  supportMessages,
  users,
  visitorConversations,
  visitorMessages,
} = schema

let db: Db
const soon = new Date(Date.now() + 60_000)
const newUser = (id: string) => ({ id, email: `${id}@example.com`, passwordHash: 'x', firstName: 'A', lastName: 'B' })
const cartLine = { userId: 'a', itemId: 'i', count: 1, priceWhenAdded: 1 }
const item = {
  categoryId: 'c',
  name: 'Net',
  months: 1,
  price: 1,
  features: [],
  logoLink: '',
  bannerLink: '',
  searchText: '',
}
const coupon = { type: 'Fixed' as const, amount: 1 }
const order = {
  userId: 'a',
  paymentStatus: 'pending' as const,
  orderStatus: 'pending' as const,
  paymentMethod: 'bank' as const,
  subtotal: 1,
  total: 1,
  expiresAt: soon,
}
const orderLine = {
  orderId: 'o',
  position: 0,
  itemId: 'i',
  categoryId: 'c',
  name: 'Net',
  months: 1,
  price: 1,
  quantity: 1,
  logoLink: '',
}
const orderEvent = { orderId: 'o', seq: 1, what: 'created' as const, who: 'customer' as const }
const award = { userId: 'a', source: 'order' as const, orderId: 'o', amount: 100, points: 1 }
const review = { itemId: 'i', userId: 'a', stars: 1, description: 'x' }
const key = { userId: 'a', route: 'r', key: 'k', bodyHash: '', answer: '', position: '' }
const message = { userId: 'a', senderId: 'a', fromStaff: false, message: 'm' }
const auditEntry = {
  actorId: 'a',
  action: 'order.verify',
  subject: 'order' as const,
  subjectId: 'o',
  previousHash: '',
  hash: '',
}

beforeAll(async () => {
  db = await openTestDatabase()
  await db.insert(users).values([newUser('a'), newUser('b')])
  await db.insert(categories).values({ id: 'c', name: 'C' })
  await db.insert(items).values({ ...item, id: 'i' })
  await db.insert(orders).values({ ...order, id: 'o' })
  await db.insert(orderLines).values(orderLine)
  await db.insert(cartLines).values(cartLine)
  await db.insert(coupons).values({ ...coupon, code: 'ONE' })
  await db.insert(reviews).values(review)
  await db.insert(orderEvents).values(orderEvent)
  await db.insert(pointsEntries).values(award)
  await db.insert(referralCodes).values({ userId: 'a', code: 'AAA' })
  await db.insert(referrals).values({ refereeId: 'b', referrerId: 'a' })
  await db.insert(idempotencyKeys).values(key)
  await db.insert(supportMessages).values({ ...message, seq: 1, clientId: 'x' })
  await db.insert(supportConversations).values({ userId: 'a' })
  const visitor = { id: 'v', name: 'V', email: 'v@example.com', searchText: '', lastMessageAt: soon }
  await db.insert(visitorConversations).values(visitor)
  await db.insert(visitorMessages).values({ conversationId: 'v', seq: 1, message: 'Hello' })
  await db.insert(savedReplies).values({ title: 'Hello', text: 'Hello' })
  await db.insert(sessions).values({ userId: 'a', expiresAt: soon })
  await db.insert(secondFactors).values({ userId: 'a', secret: 'x' })
  await db.insert(mailLinks).values({ hash: 'm', userId: 'a', purpose: 'reset', expiresAt: soon })
  await db.insert(notifications).values({ userId: 'a', message: 'x' })
  await db.insert(activity).values({ userId: 'a', type: 'login', description: 'x' })
  await db.insert(audit).values({ ...auditEntry, seq: 1 })
}, openTimeoutMs)
afterAll(() => db.close())

describe('unique constraints', () => {
  it.each<[string, () => PromiseLike<unknown>]>([
    ['email', () => db.insert(users).values({ ...newUser('z'), email: 'a@example.com' })],
    ['item in a cart', () => db.insert(cartLines).values(cartLine)],
    ['category name', () => db.insert(categories).values({ name: 'C' })],
    ['coupon code', () => db.insert(coupons).values({ ...coupon, code: 'ONE' })],
    ['review of an item by a user', () => db.insert(reviews).values({ ...review, stars: 5 })],
    ['seq in an order history', () => db.insert(orderEvents).values({ ...orderEvent, what: 'paid' })],
    ['award for an order', () => db.insert(pointsEntries).values(award)],
    ['referral code', () => db.insert(referralCodes).values({ userId: 'b', code: 'AAA' })],
    ['referrer of a user', () => db.insert(referrals).values({ refereeId: 'b', referrerId: 'b' })],
    ['idempotency key of a user and route', () => db.insert(idempotencyKeys).values(key)],
    ['seq in a conversation', () => db.insert(supportMessages).values({ ...message, seq: 1 })],
    ['client id of a sender', () => db.insert(supportMessages).values({ ...message, seq: 2, clientId: 'x' })],
    ['title of a saved reply', () => db.insert(savedReplies).values({ title: 'Hello', text: '' })],
  ])('rejects a second row with the same %s', async (_, duplicate) => {
    expect(await errorMessageOf(duplicate())).toMatch(/unique/i)
  })

  it('accept a reversal of an award, and messages without a client id', async () => {
    await db.insert(pointsEntries).values({ ...award, reversal: true, amount: -100, points: -1 })
    await db.insert(supportMessages).values([
      { ...message, seq: 3 },
      { ...message, seq: 4 },
    ])
    expect(await db.$count(pointsEntries)).toBe(2)
  })

  it('let onConflictDoNothing skip a duplicate', async () => {
    const skipped = await db.insert(categories).values({ name: 'C', position: 9 }).onConflictDoNothing().returning()
    expect(skipped).toEqual([])
    expect(await db.select({ position: categories.position }).from(categories)).toEqual([{ position: 0 }])
  })
})

describe('foreign keys', () => {
  it.each<[string, () => PromiseLike<unknown>]>([
    ['an order without its customer', () => db.insert(orders).values({ ...order, userId: 'unknown' })],
    ['a session without its user', () => db.insert(sessions).values({ userId: 'unknown', expiresAt: soon })],
    ['an item without its category', () => db.insert(items).values({ ...item, categoryId: 'unknown' })],
    ['a cart line without its item', () => db.insert(cartLines).values({ ...cartLine, itemId: 'unknown' })],
    ['an order event without its order', () => db.insert(orderEvents).values({ ...orderEvent, orderId: 'unknown' })],
    ['a points entry without its user', () => db.insert(pointsEntries).values({ ...award, userId: 'unknown' })],
  ])('reject %s', async (_, orphan) => {
    expect(await errorMessageOf(orphan())).toMatch(/foreign key/i)
  })

  it('reject the deletion of a row that others refer to', async () => {
    expect(await errorMessageOf(db.delete(users).where(eq(users.id, 'a')))).toMatch(/foreign key/i)
    expect(await errorMessageOf(db.delete(categories).where(eq(categories.id, 'c')))).toMatch(/foreign key/i)
    expect(await db.$count(users)).toBe(2)
  })

  it('delete a user’s sessions with the user', async () => {
    await db.insert(users).values(newUser('gone'))
    await db.insert(sessions).values({ userId: 'gone', expiresAt: soon })
    await db.delete(users).where(eq(users.id, 'gone'))
    expect(await db.select().from(sessions).where(eq(sessions.userId, 'gone'))).toEqual([])
  })
})

it('rejects null in a required column', async () => {
  expect(await errorMessageOf(db.insert(categories).values({ name: null as never }))).toMatch(/not.null/i)
})

describe('check constraints', () => {
  type Row = Record<string, unknown>
  /** Updates the rows that are there: they satisfy every other constraint. */
  const set = (table: SQLiteTable, values: Row) => db.update(table).set(values)
  const now = new Date()

  it.each<[constraint: string, table: SQLiteTable, rejected: Row, accepted: Row]>([
    ['users_currency_check', users, { currency: 'EUR' }, { currency: 'INR' }],
    ['sessions_end_reason_check', sessions, { endReason: 'bored' }, { endReason: 'logout' }],
    ['sessions_end_reason_check', sessions, { endReason: '' }, { endReason: null }],
    ['mail_links_purpose_check', mailLinks, { purpose: 'news' }, { purpose: 'email' }],
    ['second_factors_last_step_check', secondFactors, { lastStep: -1 }, { lastStep: 0 }],
    ['cart_lines_count_check', cartLines, { count: 0 }, { count: 1 }],
    ['cart_lines_price_when_added_check', cartLines, { priceWhenAdded: -1 }, { priceWhenAdded: 0 }],
    ['categories_version_check', categories, { version: 0 }, { version: 2 }],
    ['items_price_check', items, { price: -1 }, { price: 0 }],
    ['items_old_price_check', items, { oldPrice: -1 }, { oldPrice: null }],
    ['items_stars_sum_check', items, { starsSum: -1 }, { starsSum: 0 }],
    ['items_review_count_check', items, { reviewCount: -1 }, { reviewCount: 0 }],
    ['items_months_check', items, { months: 0 }, { months: 1 }],
    ['items_rating_check', items, { rating: 501 }, { rating: 500 }],
    ['items_rating_check', items, { rating: -1 }, { rating: 0 }],
    ['items_version_check', items, { version: 0 }, { version: 2 }],
    ['coupons_type_check', coupons, { type: 'fixed' }, { type: 'Percentage' }],
    ['coupons_amount_check', coupons, { amount: -1 }, { amount: 0 }],
    ['coupons_uses_check', coupons, { uses: -1 }, { uses: 0 }],
    ['coupons_uses_limit_check', coupons, { usesLimit: 0 }, { usesLimit: 1 }],
    ['coupons_uses_limit_check', coupons, { usesLimit: -1 }, { usesLimit: null }],
    ['coupons_uses_per_customer_check', coupons, { usesPerCustomer: 0 }, { usesPerCustomer: 1 }],
    ['coupons_version_check', coupons, { version: 0 }, { version: 2 }],
    ['notifications_type_check', notifications, { type: 'alert' }, { type: 'warning' }],
    ['activity_type_check', activity, { type: 'logout' }, { type: 'purchase' }],
    ['orders_payment_status_check', orders, { paymentStatus: 'completed' }, { paymentStatus: 'refunded' }],
    ['orders_order_status_check', orders, { orderStatus: 'paid' }, { orderStatus: 'completed' }],
    ['orders_payment_method_check', orders, { paymentMethod: 'paypal' }, { paymentMethod: 'crypto' }],
    ['orders_subtotal_check', orders, { subtotal: -1 }, { subtotal: 0 }],
    ['orders_fees_check', orders, { fees: -1 }, { fees: 0 }],
    ['orders_discount_check', orders, { discount: -1 }, { discount: 1 }],
    ['orders_total_check', orders, { total: -1 }, { total: 0 }],
    ['orders_claim_check', orders, { claimedBy: 'a' }, { claimedBy: 'a', claimedAt: now, claimUntil: now }],
    ['orders_claim_check', orders, { claimUntil: null }, { claimedBy: null, claimedAt: null, claimUntil: null }],
    ['orders_claim_check', orders, { claimedAt: now, claimUntil: now }, { claimedBy: null }],
    ['orders_claim_check', orders, { claimedBy: 'a', claimedAt: now }, { claimedAt: null }],
    ['order_lines_position_check', orderLines, { position: -1 }, { position: 0 }],
    ['order_lines_price_check', orderLines, { price: -1 }, { price: 0 }],
    ['order_lines_old_price_check', orderLines, { oldPrice: -1 }, { oldPrice: null }],
    ['order_lines_months_check', orderLines, { months: 0 }, { months: 1 }],
    ['order_lines_quantity_check', orderLines, { quantity: 0 }, { quantity: 1 }],
    ['order_events_what_check', orderEvents, { what: 'shipped' }, { what: 'expired' }],
    ['order_events_who_check', orderEvents, { who: 'app' }, { who: 'store' }],
    ['order_events_seq_check', orderEvents, { seq: 0 }, { seq: 1 }],
    ['reviews_stars_check', reviews, { stars: 0 }, { stars: 1 }],
    ['reviews_stars_check', reviews, { stars: 6 }, { stars: 5 }],
    ['audit_subject_check', audit, { subject: 'session' }, { subject: 'picture' }],
    ['saved_replies_version_check', savedReplies, { version: 0 }, { version: 2 }],
    ['support_conversations_status_check', supportConversations, { status: 'closed' }, { status: 'resolved' }],
    ['support_conversations_last_seq_check', supportConversations, { lastSeq: -1 }, { lastSeq: 0 }],
    [
      'support_conversations_customer_unread_check',
      supportConversations,
      { customerUnread: -1 },
      { customerUnread: 0 },
    ],
    ['support_conversations_staff_unread_check', supportConversations, { staffUnread: -1 }, { staffUnread: 0 }],
    ['visitor_conversations_status_check', visitorConversations, { status: 'closed' }, { status: 'resolved' }],
    ['visitor_conversations_last_seq_check', visitorConversations, { lastSeq: -1 }, { lastSeq: 0 }],
    ['visitor_conversations_staff_unread_check', visitorConversations, { staffUnread: -1 }, { staffUnread: 0 }],
    ['visitor_messages_seq_check', visitorMessages, { seq: 0 }, { seq: 1 }],
    ['visitor_messages_delivery_check', visitorMessages, { delivery: 'read' }, { delivery: null }],
  ])('%s', async (constraint, table, rejected, accepted) => {
    expect(await errorMessageOf(set(table, rejected))).toContain(constraint)
    await set(table, accepted)
  })

  it('support_messages_seq_check', async () => {
    expect(await errorMessageOf(db.insert(supportMessages).values({ ...message, seq: 0 }))).toContain('seq_check')
    await db.insert(supportMessages).values({ ...message, seq: 5 })
  })

  describe('points_entries', () => {
    let orderId = 0
    /** Inserts an award for an order of its own, with `entry` in place of its columns. */
    const add = (entry: Row) =>
      db.insert(pointsEntries).values({ ...award, orderId: `order-${orderId++}`, ...entry } as typeof award)
    const adjustment = { source: 'adjustment', orderId: null, amount: 0 }

    it('reject an unknown source', async () => {
      expect(await errorMessageOf(add({ source: 'gift' }))).toContain('points_entries_source_check')
    })

    it.each<[string, Row]>([
      ['an award that takes points', { points: -1 }],
      ['an award of a negative amount', { amount: -1 }],
      ['an award without an order', { orderId: null }],
      ['a referral reward without an order', { source: 'referral', orderId: null }],
      ['a reversal that adds points', { reversal: true, amount: -100, points: 1 }],
      ['a reversal of a positive amount', { reversal: true, amount: 100, points: -1 }],
      ['a reversal without an order', { reversal: true, orderId: null, amount: -100, points: -1 }],
      ['an adjustment for an order', { ...adjustment, orderId: 'o' }],
      ['an adjustment with an amount', { ...adjustment, amount: 1 }],
      ['a reversed adjustment', { ...adjustment, reversal: true }],
    ])('reject %s', async (_, entry) => {
      expect(await errorMessageOf(add(entry))).toContain('points_entries_sign_check')
    })

    it.each<[string, Row]>([
      ['an award', {}],
      ['an award of no points', { amount: 99, points: 0 }],
      ['a referral reward', { source: 'referral' }],
      ['a reversal', { reversal: true, amount: -100, points: -1 }],
      ['an adjustment that adds points', { ...adjustment, points: 5 }],
      ['an adjustment that takes points', { ...adjustment, points: -5 }],
    ])('accept %s', async (_, entry) => {
      expect(await add(entry).returning()).toHaveLength(1)
    })

    it('let a refund take a user’s points below zero', async () => {
      expect(await db.update(users).set({ points: -5 }).returning()).not.toEqual([])
    })
  })

  it('restrict every enumerated column', () => {
    const unchecked = tables.flatMap((table) => {
      const { name, checks } = configOf(table)
      const columns = Object.values(getTableColumns(table)).filter(({ enumValues }) => enumValues)
      return columns
        .map((column) => `${name}_${toSnakeCase(column.name)}_check`)
        .filter((check) => !checks.some((one) => one.name === check))
    })
    expect(unchecked).toEqual([])
  })

  it('exist in the database as the schema declares them', async () => {
    const declared = tables.flatMap((table) => configOf(table).checks.map(({ name }) => name))
    expect(declared.length).toBeGreaterThan(40)
    expect((await constraintsInDatabase()).toSorted()).toEqual(declared.toSorted())
  })
})

const tables = (Object.values(schema) as unknown[]).filter((value): value is SQLiteTable => is(value, Table))
const configOf = (table: SQLiteTable) =>
  dialect === 'sqlite' ? getTableConfig(table) : getPostgresConfig(table as unknown as PgTable)

async function constraintsInDatabase(): Promise<string[]> {
  if (dialect === 'sqlite') {
    const rows = await (db as unknown as { all(query: unknown): Promise<string[][]> }).all(
      sql`select sql from sqlite_master where type = 'table'`,
    )
    return rows.flatMap(([text]) => [...(text ?? '').matchAll(/CONSTRAINT "(\w+)" CHECK/g)].map(([, name]) => name!))
  }
  const found = await (db as unknown as { execute(query: unknown): Promise<{ rows: { name: string }[] }> }).execute(
    sql`select conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  return found.rows.map(({ name }) => name)
}
