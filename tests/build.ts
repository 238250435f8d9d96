import { eq } from 'drizzle-orm'
import { categories, coupons, items, users } from '../drizzle/schema.ts'
import { openSession } from '../server/accounts/open-session.ts'
import { customerSearchText } from '../server/accounts/search-columns.ts'
import { publishCategory } from '../server/catalogue/publish-category.ts'
import { searchColumns } from '../server/catalogue/search-columns.ts'
import { runMutation } from '../server/events/mutation.ts'
import { fairRating } from '../shared/catalogue/rules.ts'
import type { TestServer, Wire } from './app.ts'

/** Makes names and addresses unique within a test file. */
let counter = 0

type User = typeof users.$inferSelect
export type TestUser = User & { token: string }
type ItemFields = Partial<typeof items.$inferInsert>

/** A customer with an open session; `token` is its access token. */
export async function buildUser({ app }: TestServer, fields: Partial<User> = {}): Promise<TestUser> {
  const n = ++counter
  const { email = `person${n}@example.com`, firstName = `Person${n}`, lastName = 'Test' } = fields
  const [user] = await app.db
    .insert(users)
    .values({
      email,
      firstName,
      lastName,
      passwordHash: 'none',
      ...fields,
      searchText: customerSearchText({ email, firstName, lastName }),
    })
    .returning()
  const { access } = await runMutation(app, (ctx) => openSession(ctx, user!, 'test'))
  return { ...user!, token: access }
}

export const buildStaff = (server: TestServer, fields: Partial<User> = {}) =>
  buildUser(server, { isAdmin: true, ...fields })

export async function buildCategory({ app }: TestServer, name = `Category ${++counter}`) {
  const [category] = await app.db.insert(categories).values({ name }).returning()
  return category!
}

/** An item on sale, 10 dollars by default. */
export async function buildItem(server: TestServer, fields: ItemFields = {}) {
  const n = ++counter
  const categoryId = fields.categoryId ?? (await buildCategory(server)).id
  const name = fields.name ?? `Item ${n}`
  const [item] = await server.app.db
    .insert(items)
    .values({
      name,
      months: 1,
      price: 1000,
      features: ['One', 'Two'],
      logoLink: '/media/logo.svg',
      bannerLink: '/media/banner.svg',
      ...searchColumns({ ...fields, name, features: fields.features ?? ['One', 'Two'] }),
      fairRating: fairRating({ starsSum: fields.starsSum ?? 0, reviewCount: fields.reviewCount ?? 0 }),
      ...fields,
      categoryId,
    })
    .returning()
  return item!
}

/** Updates an item row and publishes it, with the count of its category, on the catalogue stream. */
export async function changeItem(server: TestServer, id: string, set: ItemFields) {
  await runMutation(server.app, async (ctx) => {
    const [item] = await ctx.tx.update(items).set(set).where(eq(items.id, id)).returning()
    ctx.publish('catalogue', { type: 'item.removed', data: { _id: id } })
    await publishCategory(ctx, item!.categoryId)
  })
}

export async function buildCoupon({ app }: TestServer, fields: Partial<typeof coupons.$inferInsert> = {}) {
  const [coupon] = await app.db
    .insert(coupons)
    .values({ code: `CODE${++counter}`, type: 'Percentage', amount: 1000, ...fields })
    .returning()
  return coupon!
}

/** Builds an item and adds it to the customer's cart. */
export async function fillCart(server: TestServer, { token }: TestUser, fields: ItemFields = {}, count = 1) {
  const item = await buildItem(server, fields)
  await server.call('POST', '/cart', { item: item.id, count }, { token })
  return item
}

/** An order of one item, placed through the API. */
export async function buildOrder(
  server: TestServer,
  customer: TestUser,
  fields: ItemFields = {},
): Promise<Wire['order']> {
  await fillCart(server, customer, fields)
  const { token } = customer
  const { body } = await server.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'binance' }, { token })
  return body.data
}

/** An order that its customer marked as paid. */
export async function buildPaidOrder(
  server: TestServer,
  customer: TestUser,
  fields: ItemFields = {},
): Promise<Wire['order']> {
  const order = await buildOrder(server, customer, fields)
  const { token } = customer
  const paid = await server.call<Wire['order']>(
    'PATCH',
    `/checkout/${order._id}/mark-paid`,
    { paymentMethod: 'bank' },
    { token },
  )
  return paid.body.data
}

/** An order whose payment staff verified. */
export async function buildVerifiedOrder(
  server: TestServer,
  customer: TestUser,
  staff: TestUser,
  fields: ItemFields = {},
) {
  const order = await buildPaidOrder(server, customer, fields)
  const { token } = staff
  const verified = await server.call<Wire['order']>('PATCH', `/admin/orders/${order._id}/verify`, undefined, { token })
  return verified.body.data
}
