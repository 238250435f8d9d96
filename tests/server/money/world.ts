import type { coupons } from '../../../drizzle/schema.ts'
import { type Answered, openTestStore, type TestStore } from '../../app.ts'
import type { Rows } from './invariants.ts'
import { buildCategory, buildCoupon, buildItem, buildStaff, buildUser, type Somebody } from '../../build.ts'

/** A request that succeeded under a key, to be sent again. */
export type Kept = { who: Somebody; method: string; path: string; body: unknown; key: string; answer: Answered }

/** A small store with people in it, and what they remember. */
export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld() {
  const store = await openTestStore()
  const customers = [await buildUser(store), await buildUser(store), await buildUser(store)]
  const staff = [await buildStaff(store, { firstName: 'Mira' }), await buildStaff(store, { firstName: 'Ishara' })]
  const [category, other] = [await buildCategory(store), await buildCategory(store)]
  const items = [
    await buildItem(store, { categoryId: category.id, price: 1299, oldPrice: 1999 }),
    await buildItem(store, { categoryId: category.id, price: 1 }),
    await buildItem(store, { categoryId: other.id, price: 33_333 }),
  ]
  const coupons = await buildCoupons(store, items[0]!.id, other.id)
  return {
    store,
    customers,
    staff,
    /** Staff buy here too. */
    shoppers: [...customers, staff[0]!],
    items,
    coupons,
    kept: [] as Kept[],
    /** How the rows stood after the step before. */
    before: null as Rows | null,
    /** Tokens of sessions that were ended. */
    ended: [] as string[],
    /** Answers by status, to see that chance did not only produce refusals. */
    statuses: new Map<string, number>(),
  }
}

type New = Partial<typeof coupons.$inferInsert>
async function buildCoupons(store: TestStore, itemId: string, categoryId: string) {
  const wanted: New[] = [
    { type: 'Percentage', amount: 3333, usesLimit: 2 },
    { type: 'Percentage', amount: 10_000, usesPerCustomer: 1 },
    { type: 'Fixed', amount: 500, usesLimit: 3, usesPerCustomer: 1 },
    { type: 'Fixed', amount: 99_999_999 },
    { type: 'Percentage', amount: 1500, itemId, usesLimit: 1 },
    { type: 'Fixed', amount: 2500, categoryId },
    { type: 'Fixed', amount: 100, expiresAt: new Date(Date.now() - 1000) },
  ]
  const rows = []
  for (const one of wanted) rows.push(await buildCoupon(store, one))
  return rows
}
