import type { coupons } from '../../../drizzle/schema.ts'
import { type ApiResponse, startTestServer, type TestServer } from '../../app.ts'
import { buildCategory, buildCoupon, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import type { Rows } from './invariants.ts'

/** A successful request with an idempotency key, to be sent again. */
export type IdempotentRequest = {
  user: TestUser
  method: string
  path: string
  body: unknown
  key: string
  response: ApiResponse
}

/** A small store with users, items and coupons, and what the random actions remember between steps. */
export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld() {
  const server = await startTestServer()
  const customers = [await buildUser(server), await buildUser(server), await buildUser(server)]
  const staff = [await buildStaff(server, { firstName: 'Mira' }), await buildStaff(server, { firstName: 'Ishara' })]
  const [category, other] = [await buildCategory(server), await buildCategory(server)]
  const items = [
    await buildItem(server, { categoryId: category.id, price: 1299, oldPrice: 1999 }),
    await buildItem(server, { categoryId: category.id, price: 1 }),
    await buildItem(server, { categoryId: other.id, price: 33_333 }),
  ]
  return {
    server,
    customers,
    staff,
    /** The customers and one of staff: staff buy here too. */
    shoppers: [...customers, staff[0]!],
    items,
    coupons: await buildCoupons(server, items[0]!.id, other.id),
    idempotentRequests: [] as IdempotentRequest[],
    /** All rows after the previous step. */
    previousRows: null as Rows | null,
    /** Access tokens of sessions that were ended. */
    endedTokens: [] as string[],
    /** Number of responses by status, to check that not all requests were rejected. */
    responseCounts: new Map<number, number>(),
  }
}

async function buildCoupons(server: TestServer, itemId: string, categoryId: string) {
  const terms: Partial<typeof coupons.$inferInsert>[] = [
    { type: 'Percentage', amount: 3333, usesLimit: 2 },
    { type: 'Percentage', amount: 10_000, usesPerCustomer: 1 },
    { type: 'Fixed', amount: 500, usesLimit: 3, usesPerCustomer: 1 },
    { type: 'Fixed', amount: 99_999_999 },
    { type: 'Percentage', amount: 1500, itemId, usesLimit: 1 },
    { type: 'Fixed', amount: 2500, categoryId },
    { type: 'Fixed', amount: 100, expiresAt: new Date(Date.now() - 1000) },
    { type: 'Fixed', amount: 100, startsAt: new Date(Date.now() + 86_400_000) },
    { type: 'Fixed', amount: 100, minTotal: 2000 },
    { type: 'Percentage', amount: 1000, firstOrderOnly: true },
    { type: 'Fixed', amount: 50, firstOrderOnly: true, minTotal: 2 },
  ]
  const rows = []
  for (const columns of terms) rows.push(await buildCoupon(server, columns))
  const batch = await buildCoupon(server, { batchSize: 2, usesLimit: 2 })
  const codes = [
    await buildCoupon(server, { batchId: batch.id, usesLimit: 1 }),
    await buildCoupon(server, { batchId: batch.id, usesLimit: 1 }),
  ]
  rows.push(batch, ...codes)
  return rows
}
