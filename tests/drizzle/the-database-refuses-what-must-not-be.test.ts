import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cartLines,
  categories,
  coupons,
  idempotencyKeys,
  items,
  orderEvents,
  orders,
  pointsEntries,
  referralCodes,
  referrals,
  reviews,
  sessions,
  supportMessages,
  users,
} from '../../drizzle/schema.ts'
import type { Db } from '../../server/db/transactions.ts'
import { opening, openTestDatabase, reasonOf } from '../database.ts'

let db: Db
const soon = new Date(Date.now() + 60_000)
const newUser = (id: string) => ({ id, email: `${id}@example.com`, passwordHash: 'x', firstName: 'A', lastName: 'B' })
const newItem = { name: 'Net', months: 1, price: 1, features: [], logoLink: '', bannerLink: '', searchText: '' }
const newOrder = {
  paymentStatus: 'pending' as const,
  orderStatus: 'pending' as const,
  paymentMethod: 'bank' as const,
  subtotal: 1,
  total: 1,
  expiresAt: soon,
}
const award = { userId: 'a', source: 'order' as const, orderId: 'o', amount: 100, points: 1 }
const key = { userId: 'a', route: 'r', key: 'k', bodyHash: '', answer: '', position: '' }
const message = { userId: 'a', senderId: 'a', fromStaff: false, message: 'm' }

beforeAll(async () => {
  db = await openTestDatabase()
  await db.insert(users).values([newUser('a'), newUser('b')])
  await db.insert(categories).values({ id: 'c', name: 'C' })
  await db.insert(items).values({ ...newItem, id: 'i', categoryId: 'c' })
  await db.insert(orders).values({ ...newOrder, id: 'o', userId: 'a' })
  await db.insert(cartLines).values({ userId: 'a', itemId: 'i', count: 1, priceWhenAdded: 1 })
  await db.insert(coupons).values({ code: 'ONE', type: 'Fixed', amount: 1 })
  await db.insert(reviews).values({ itemId: 'i', userId: 'a', stars: 1, description: 'x' })
  await db.insert(orderEvents).values({ orderId: 'o', seq: 1, what: 'created', who: 'customer' })
  await db.insert(pointsEntries).values(award)
  await db.insert(referralCodes).values({ userId: 'a', code: 'AAA' })
  await db.insert(referrals).values({ refereeId: 'b', referrerId: 'a' })
  await db.insert(idempotencyKeys).values(key)
  await db.insert(supportMessages).values({ ...message, seq: 1, clientId: 'x' })
}, opening)
afterAll(() => db.close())

describe('a second time', () => {
  test.each<[string, () => PromiseLike<unknown>]>([
    ['the same e-mail', () => db.insert(users).values({ ...newUser('z'), email: 'a@example.com' })],
    [
      'the same item in a cart',
      () => db.insert(cartLines).values({ userId: 'a', itemId: 'i', count: 1, priceWhenAdded: 1 }),
    ],
    ['a category of that name', () => db.insert(categories).values({ name: 'C' })],
    ['a coupon of that code', () => db.insert(coupons).values({ code: 'ONE', type: 'Fixed', amount: 2 })],
    [
      'a review by that person',
      () => db.insert(reviews).values({ itemId: 'i', userId: 'a', stars: 5, description: 'y' }),
    ],
    [
      'that number in a history',
      () => db.insert(orderEvents).values({ orderId: 'o', seq: 1, what: 'paid', who: 'customer' }),
    ],
    ['the same award', () => db.insert(pointsEntries).values(award)],
    ['that referral code', () => db.insert(referralCodes).values({ userId: 'b', code: 'AAA' })],
    ['another referrer', () => db.insert(referrals).values({ refereeId: 'b', referrerId: 'b' })],
    ['that key on that route', () => db.insert(idempotencyKeys).values(key)],
    ['that number in a conversation', () => db.insert(supportMessages).values({ ...message, seq: 1 })],
    ['that name for a message', () => db.insert(supportMessages).values({ ...message, seq: 2, clientId: 'x' })],
  ])('%s', async (_, again) => {
    expect(await reasonOf(again())).toMatch(/unique/i)
  })

  test('but the opposite of an award is another, and so is a message without a name', async () => {
    await db.insert(pointsEntries).values({ ...award, reversal: true })
    await db.insert(supportMessages).values([
      { ...message, seq: 3 },
      { ...message, seq: 4 },
    ])
    expect(await db.$count(pointsEntries)).toBe(2)
  })
})

describe('what belongs to nobody', () => {
  test.each<[string, () => PromiseLike<unknown>]>([
    ['an order', () => db.insert(orders).values({ ...newOrder, userId: 'nobody' })],
    ['a session', () => db.insert(sessions).values({ userId: 'nobody', expiresAt: soon })],
    ['an item', () => db.insert(items).values({ ...newItem, categoryId: 'nowhere' })],
    ['a cart line', () => db.insert(cartLines).values({ userId: 'a', itemId: 'nothing', count: 1, priceWhenAdded: 1 })],
    [
      'a step of a history',
      () => db.insert(orderEvents).values({ orderId: 'none', seq: 1, what: 'paid', who: 'store' }),
    ],
    ['a ledger entry', () => db.insert(pointsEntries).values({ ...award, userId: 'nobody' })],
  ])('%s', async (_, orphan) => {
    expect(await reasonOf(orphan())).toMatch(/foreign key/i)
  })

  test('nor may what others hold on to go away', async () => {
    expect(await reasonOf(db.delete(users).where(eq(users.id, 'a')))).toMatch(/foreign key/i)
    expect(await reasonOf(db.delete(categories).where(eq(categories.id, 'c')))).toMatch(/foreign key/i)
    expect(await db.$count(users)).toBe(2)
  })

  test('but a session goes with its user', async () => {
    await db.insert(users).values(newUser('gone'))
    await db.insert(sessions).values({ userId: 'gone', expiresAt: soon })
    await db.delete(users).where(eq(users.id, 'gone'))
    expect(await db.$count(sessions)).toBe(0)
  })
})

test('what is required is required', async () => {
  expect(await reasonOf(db.insert(categories).values({ name: null as never }))).toMatch(/not.null/i)
})

test('a conflict that is asked for changes nothing and is no error', async () => {
  const again = await db.insert(categories).values({ name: 'C', position: 9 }).onConflictDoNothing().returning()
  expect(again).toEqual([])
  expect(await db.select({ position: categories.position }).from(categories)).toEqual([{ position: 0 }])
})
