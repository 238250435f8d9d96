import { and, asc, eq, isNotNull, isNull, notLike, type SQL, sql } from 'drizzle-orm'
import { items, orders, reviews, supportMessages, users } from '../../drizzle/schema.ts'
import { isTransactionHash, referenceKey } from '../../shared/orders/reference.ts'
import { searchText } from '../../shared/search-text.ts'
import type { Db } from './transactions.ts'

const batchSize = 500

/** Fills columns that a migration added and only the program can compute. Rows that have them stay as they are. */
export async function backfill(db: Db) {
  for (const fill of [fillReferenceKeys, fillUsers, fillItems, fillReviews, fillMessages]) {
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
      if (verifiedAt === null || !isTransactionHash(key)) continue
      // Orders that were verified with the same transaction before it was refused: the first one has it.
      const isTaken = sql`exists (select 1 from ${orders} as other where other.verified_hash = ${key})`
      await tx
        .update(orders)
        .set({ verifiedHash: key })
        .where(and(eq(orders.id, id), sql`not ${isTaken}`))
    }
    return rows.length
  })

const fillUsers = (db: Db) =>
  fillSearchText(db, users, eq(users.searchText, ''), ({ firstName, lastName, email }) =>
    searchText(firstName, lastName, email),
  )
/** Items had another form of their column before, without blanks in front of the words. */
const fillItems = (db: Db) =>
  fillSearchText(db, items, notLike(items.searchText, '  %'), ({ name, shortDescription }) =>
    searchText(name, shortDescription),
  )
const fillReviews = (db: Db) =>
  fillSearchText(db, reviews, eq(reviews.searchText, ''), ({ description }) => searchText(description))
const fillMessages = (db: Db) =>
  fillSearchText(db, supportMessages, eq(supportMessages.searchText, ''), ({ message }) => searchText(message))

type Searched = typeof users | typeof items | typeof reviews | typeof supportMessages

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
