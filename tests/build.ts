import { eq } from 'drizzle-orm'
import { categories, coupons, items, users } from '../drizzle/schema.ts'
import { openSession } from '../server/accounts/open-session.ts'
import { namesOf } from '../server/catalogue/names-of.ts'
import { change } from '../server/stream/change.ts'
import type { TestStore, Wire } from './app.ts'

let built = 0

type User = typeof users.$inferSelect
export type Somebody = User & { token: string }
type NewItem = Partial<typeof items.$inferInsert>

/** Somebody signed in. */
export async function buildUser({ store }: TestStore, given: Partial<User> = {}): Promise<Somebody> {
  const n = ++built
  const [user] = await store.db
    .insert(users)
    .values({
      email: `person${n}@example.com`,
      firstName: `Person${n}`,
      lastName: 'Test',
      passwordHash: 'none',
      ...given,
    })
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
export async function buildItem(test: TestStore, given: NewItem = {}) {
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
      ...namesOf({ name, shortDescription: given.shortDescription }),
      ...given,
      categoryId,
    })
    .returning()
  return item!
}

/** Changes an item as a colleague would: the row, and its event on the catalogue's stream. */
export async function changeItem(test: TestStore, id: string, set: NewItem) {
  await change(test.store, async ({ tx, tell }) => {
    await tx.update(items).set(set).where(eq(items.id, id))
    tell('catalogue', { type: 'item.removed', data: { _id: id } })
  })
}

export async function buildCoupon({ store }: TestStore, given: Partial<typeof coupons.$inferInsert> = {}) {
  const [coupon] = await store.db
    .insert(coupons)
    .values({ code: `CODE${++built}`, type: 'Percentage', amount: 1000, ...given })
    .returning()
  return coupon!
}

/** Puts one of a new item in somebody's cart. */
export async function fillCart(test: TestStore, { token }: Somebody, given: NewItem = {}, count = 1) {
  const item = await buildItem(test, given)
  await test.call('POST', '/cart', { item: item.id, count }, { token })
  return item
}

/** An order of one item, through the front door. */
export async function buildOrder(test: TestStore, customer: Somebody, given: NewItem = {}): Promise<Wire['order']> {
  await fillCart(test, customer, given)
  const { token } = customer
  const { body } = await test.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'binance' }, { token })
  return body.data
}

/** An order that its customer has marked as paid. */
export async function buildPaidOrder(test: TestStore, customer: Somebody, given: NewItem = {}): Promise<Wire['order']> {
  const order = await buildOrder(test, customer, given)
  const { token } = customer
  const paid = await test.call<Wire['order']>(
    'PATCH',
    `/checkout/${order._id}/mark-paid`,
    { paymentMethod: 'bank' },
    { token },
  )
  return paid.body.data
}

/** An order whose payment is verified. */
export async function buildVerifiedOrder(test: TestStore, customer: Somebody, staff: Somebody, given: NewItem = {}) {
  const order = await buildPaidOrder(test, customer, given)
  const { token } = staff
  const verified = await test.call<Wire['order']>('PATCH', `/admin/orders/${order._id}/verify`, undefined, { token })
  return verified.body.data
}
