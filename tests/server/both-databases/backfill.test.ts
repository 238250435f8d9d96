import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { items, orders, payments } from '../../../drizzle/schema.ts'
import { backfill } from '../../../server/db/backfill.ts'
import { isPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildOrder, buildUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, openTimeoutMs)
afterAll(() => server.close())

it('fills the reference keys of older orders, and leaves the others as they are', async () => {
  const { db } = server.app
  const ada = await buildUser(server)
  const hash = 'ab'.repeat(32)
  const at = new Date()
  const older: Partial<typeof orders.$inferSelect>[] = [
    { reference: 'CEFT-100 200' },
    { reference: 'ceft 100200' },
    { reference: `0x${hash}`, verifiedAt: at },
    { reference: `https://bscscan.com/tx/0x${hash}`, verifiedAt: at },
    { reference: `0x${'cd'.repeat(32)}`, paymentMethod: 'bank', verifiedAt: at },
    { reference: `0x${'ef'.repeat(32)}` },
    { reference: 'CEFT-1', referenceKey: 'as it is' },
    {},
  ]
  const ids: string[] = []
  for (const fields of older) {
    const { _id } = await buildOrder(server, ada)
    if (Object.keys(fields).length > 0) await db.update(orders).set(fields).where(eq(orders.id, _id))
    ids.push(_id)
  }
  await backfill(db)
  const read = () =>
    db
      .select({ key: orders.referenceKey, hash: payments.sourceId, isReused: orders.referenceReused })
      .from(orders)
      .leftJoin(payments, eq(payments.orderId, orders.id))
      .where(inArray(orders.id, ids))
      .orderBy(orders.id)
  const filled = await read()
  expect(filled).toEqual([
    { key: 'CEFT100200', hash: null, isReused: true },
    { key: 'CEFT100200', hash: null, isReused: true },
    { key: hash.toUpperCase(), hash: hash.toUpperCase(), isReused: true },
    // Verified with the same transaction before that was refused.
    { key: hash.toUpperCase(), hash: null, isReused: true },
    { key: 'CD'.repeat(32), hash: 'CD'.repeat(32), isReused: false },
    { key: 'EF'.repeat(32), hash: null, isReused: false },
    { key: 'as it is', hash: null, isReused: false },
    { key: null, hash: null, isReused: false },
  ])
  await backfill(db)
  expect(await read()).toEqual(filled)
})

it('gives older orders a payment reference, and counts what they were verified with', async () => {
  const { db } = server.app
  const [first, kept] = [
    await buildOrder(server, await buildUser(server)),
    await buildOrder(server, await buildUser(server)),
  ]
  const older = { paymentReference: null, reference: 'ad'.repeat(32), referenceKey: null, verifiedAt: new Date() }
  await db.update(orders).set(older).where(eq(orders.id, first._id))
  await backfill(db)
  const [row] = await db.select().from(orders).where(eq(orders.id, first._id))
  expect(isPaymentReference(row!.paymentReference!)).toBe(true)
  expect(row!.received).toBe(row!.total)
  const [other] = await db.select().from(orders).where(eq(orders.id, kept._id))
  expect(other!.paymentReference, 'an existing reference stays').toBe(kept.reference)
  expect(other!.received).toBe(0)
})

it('fills more orders than fit in a batch', async () => {
  const { db } = server.app
  const { _id } = await buildOrder(server, await buildUser(server))
  const [row] = await db.select().from(orders).where(eq(orders.id, _id))
  for (let start = 0; start < 600; start += 50) {
    const rows = Array.from({ length: 50 }, (_, i) => ({
      ...row!,
      id: `older${start + i}`,
      paymentReference: `older${start + i}`,
      reference: `R ${start + i}`,
    }))
    await db.insert(orders).values(rows)
  }
  await backfill(db)
  expect(await db.$count(orders, sql`${orders.reference} like 'R %' and ${orders.referenceKey} is null`)).toBe(0)
  expect(await db.$count(orders, sql`${orders.referenceKey} = 'R599'`)).toBe(1)
})

it('fills the fair ratings of older items', async () => {
  const { db } = server.app
  const [unrated, rated] = [
    await buildItem(server, { fairRating: 0 }),
    await buildItem(server, { fairRating: 0, starsSum: 10, reviewCount: 2, rating: 500 }),
  ]
  await backfill(db)
  const rows = await db
    .select()
    .from(items)
    .where(inArray(items.id, [unrated.id, rated.id]))
    .orderBy(items.id)
  expect(rows.map(({ fairRating }) => fairRating)).toEqual([4200, 4429])
})
