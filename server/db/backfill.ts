import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { items, orders, payments, reviews, supportMessages, users } from '../../drizzle/schema.ts'
import { newPaymentReference } from '../../shared/orders/payment-reference.ts'
import { isTransactionHash, referenceKey } from '../../shared/orders/reference.ts'
import { fairRating } from '../../shared/catalogue/rules.ts'
import { formatUnits } from '../../shared/payments/amounts.ts'
import { searchText } from '../../shared/search-text.ts'
import type { Db, Tx } from './transactions.ts'

const batchSize = 500

/** Fills columns that a migration added and only the program can compute. Rows that have them stay as they are. */
export async function backfill(db: Db) {
  for (const fill of [
    fillPaymentReferences,
    fillReferenceKeys,
    fillUsers,
    fillFairRatings,
    fillReviews,
    fillMessages,
  ]) {
    while ((await fill(db)) === batchSize);
  }
}

/** @returns how many orders were filled, at most `batchSize` */
const fillReferenceKeys = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: orders.id, reference: orders.reference, verifiedAt: orders.verifiedAt })
      .from(orders)
      .where(and(isNotNull(orders.reference), isNull(orders.referenceKey)))
      .orderBy(asc(orders.id))
      .limit(batchSize)
    for (const { id, reference, verifiedAt } of rows) {
      const key = referenceKey(reference!)
      const [other] = await tx
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.referenceKey, key), isNotNull(orders.reference)))
        .limit(1)
      await tx
        .update(orders)
        .set({ referenceKey: key, referenceReused: other !== undefined })
        .where(eq(orders.id, id))
      if (other) await tx.update(orders).set({ referenceReused: true }).where(eq(orders.id, other.id))
      if (verifiedAt !== null && isTransactionHash(key)) await recordTransaction(tx, id, key, verifiedAt)
    }
    return rows.length
  })

/** The transaction that an order was verified with, in the ledger; of orders that were verified with the same one, the first has it. */
async function recordTransaction(tx: Tx, orderId: string, hash: string, verifiedAt: Date) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
  const { total } = order!
  const amount = { currency: 'USD', decimals: 2, amount: String(total) } as const
  const [recorded] = await tx
    .insert(payments)
    .values({
      orderId,
      source: 'chain',
      sourceId: hash,
      ...amount,
      worth: total,
      cents: total,
      text: hash,
      happenedAt: order!.paidAt ?? verifiedAt,
      state: 'final',
      matchedBy: 'hash',
      matchedAt: verifiedAt,
      searchText: searchText(hash, formatUnits(String(total), amount.decimals)),
    })
    .onConflictDoNothing()
    .returning({ id: payments.id })
  if (recorded) await tx.update(orders).set({ received: total, verifiedHash: hash }).where(eq(orders.id, orderId))
}

/** @returns how many orders got a payment reference, at most `batchSize` */
const fillPaymentReferences = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const isMissing = isNull(orders.paymentReference)
    const rows = await tx.select({ id: orders.id }).from(orders).where(isMissing).limit(batchSize)
    if (rows.length === 0) return 0
    const proposed = [...new Set(rows.map(newPaymentReference))]
    const taken = await tx
      .select({ reference: orders.paymentReference })
      .from(orders)
      .where(inArray(orders.paymentReference, proposed))
    // A row that gets none of these gets one with the next batch.
    const free = proposed.filter((one) => !taken.some(({ reference }) => reference === one))
    const values = free.map((reference, index) => sql`(${rows[index]!.id}, ${reference})`)
    await tx
      .update(orders)
      .set({ paymentReference: sql`filled.column2` })
      .from(sql`(values ${sql.join(values, sql`, `)}) as filled`)
      .where(and(eq(orders.id, sql`filled.column1`), isMissing))
    return rows.length
  })

const fillUsers = (db: Db) =>
  fillSearchText(db, users, eq(users.searchText, ''), ({ firstName, lastName, email }) =>
    searchText(firstName, lastName, email),
  )
/** @returns how many items were filled, at most `batchSize` */
const fillFairRatings = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: items.id, starsSum: items.starsSum, reviewCount: items.reviewCount })
      .from(items)
      .where(eq(items.fairRating, 0))
      .limit(batchSize)
    for (const { id, ...sums } of rows) {
      await tx
        .update(items)
        .set({ fairRating: fairRating(sums) })
        .where(eq(items.id, id))
    }
    return rows.length
  })
const fillReviews = (db: Db) =>
  fillSearchText(db, reviews, eq(reviews.searchText, ''), ({ description }) => searchText(description))
const fillMessages = (db: Db) =>
  fillSearchText(db, supportMessages, eq(supportMessages.searchText, ''), ({ message }) => searchText(message))

type Searched = typeof users | typeof reviews | typeof supportMessages

/** @returns how many rows were filled, at most `batchSize` */
async function fillSearchText<T extends Searched>(
  db: Db,
  table: T,
  isEmpty: SQL,
  textOf: (row: T['$inferSelect']) => string,
): Promise<number> {
  const searched: Searched = table
  return db.transaction(async (tx) => {
    const rows = (await tx.select().from(searched).where(isEmpty).limit(batchSize)) as T['$inferSelect'][]
    for (const row of rows) {
      await tx
        .update(searched)
        .set({ searchText: textOf(row) })
        .where(eq(searched.id, row.id))
    }
    return rows.length
  })
}
