import { categories, coupons, items, users } from '../drizzle/schema.ts'
import { openSession } from '../server/accounts/open-session.ts'
import { change } from '../server/stream/change.ts'
import type { Order } from '../shared/orders.ts'
import type { TestStore } from './app.ts'

let built = 0

type User = typeof users.$inferSelect
export type Somebody = User & { token: string }

/** Somebody signed in. */
export async function buildUser({ store }: TestStore, given: Partial<User> = {}): Promise<Somebody> {
  const n = ++built
  const [user] = await store.db
    .insert(users)
    .values({ email: `person${n}@example.com`, firstName: `Person${n}`, lastName: 'Test', passwordHash: 'none', ...given })
    .returning()
  const { access } = await change(store, (making) => openSession(making, user!, 'test'))
  return { ...user!, token: access }
}

export const buildStaff = (test: TestStore, given: Partial<User> = {}) => buildUser(test, { isAdmin: true, ...given })

export async function buildCategory({ store }: TestStore, name = `Category ${++built}`) {
  const [category] = await store.db.insert(categories).values({ name }).returning()
  return category!
}

/** An item on sale; 10 dollars unless said otherwise. */
export async function buildItem(test: TestStore, given: Partial<typeof items.$inferInsert> = {}) {
  const n = ++built
  const categoryId = given.categoryId ?? (await buildCategory(test)).id
  const name = given.name ?? `Item ${n}`
  const [item] = await test.store.db
    .insert(items)
    .values({
      name,
      months: 1,
      price: 1000,
      features: ['One', 'Two'],
      logoLink: '/media/logo.svg',
      bannerLink: '/media/banner.svg',
      searchText: name.toLowerCase(),
      ...given,
      categoryId,
    })
    .returning()
  return item!
}

export async function buildCoupon({ store }: TestStore, given: Partial<typeof coupons.$inferInsert> = {}) {
  const [coupon] = await store.db
    .insert(coupons)
    .values({ code: `CODE${++built}`, type: 'Percentage', amount: 1000, ...given })
    .returning()
  return coupon!
}

type WireOrder = Record<keyof Order, any>

/** An order of one item, through the front door. */
export async function buildOrder(test: TestStore, customer: Somebody, given: Partial<typeof items.$inferInsert> = {}): Promise<WireOrder> {
  const item = await buildItem(test, given)
  await test.call('POST', '/cart', { item: item.id, count: 1 }, { token: customer.token })
  const { body } = await test.call('POST', '/checkout', { paymentMethod: 'binance' }, { token: customer.token })
  return body.data
}

/** An order that its customer has marked as paid. */
export async function buildPaidOrder(test: TestStore, customer: Somebody, given: Partial<typeof items.$inferInsert> = {}): Promise<WireOrder> {
  const order = await buildOrder(test, customer, given)
  const { body } = await test.call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'bank' }, { token: customer.token })
  return body.data
}
