import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isDraft } from '../../drizzle/conditions.ts'
import { categories, coupons, items, orderLines } from '../../drizzle/schema.ts'
import type { StaffCategory, StaffItem, StaffItemDetails } from '../../shared/catalogue/staff-schema.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { itemColumns, presentItem, presentItemDetails } from './present.ts'

const staffItemColumns = (db: Db | Tx) => ({
  ...itemColumns,
  archivedAt: items.archivedAt,
  draft: items.draft,
  version: items.version,
  orderCount: sql`(${db
    // An order has one line of an item.
    .select({ count: count() })
    .from(orderLines)
    .where(eq(orderLines.itemId, items.id))})`.mapWith(Number),
})

/**
 * Selects items as staff see them, archived or not. Each has a category: with a left join, the list's index is always the
 * outer loop.
 * @param sortColumn what a list of them is sorted by
 */
export const selectStaffItems = (db: Db | Tx, sortColumn: SQLiteColumn = items.createdAt) =>
  db
    .select({ ...staffItemColumns(db), value: sortColumn })
    .from(items)
    .leftJoin(categories, eq(categories.id, items.categoryId))

/** Selects the same with the description. */
export const selectStaffItemDetails = (db: Db | Tx) =>
  db
    .select({ ...staffItemColumns(db), description: items.description })
    .from(items)
    .leftJoin(categories, eq(categories.id, items.categoryId))

type Row = Omit<Awaited<ReturnType<typeof selectStaffItems>>[number], 'value'>

export const presentStaffItem = (row: Row): StaffItem => ({ ...presentItem(row), ...presentStaffFields(row) })

export const presentStaffItemDetails = (row: Row & { description: string }): StaffItemDetails => ({
  ...presentItemDetails(row),
  ...presentStaffFields(row),
})

const presentStaffFields = ({ archivedAt, draft, orderCount, version }: Row) => ({
  archivedAt: draft ? null : (archivedAt?.getTime() ?? null),
  draft,
  orderCount,
  version,
})

/** All categories, or one, with their counts, in their display order. */
export async function readStaffCategories(db: Db | Tx, id?: string): Promise<StaffCategory[]> {
  const countItems = (where: SQL) =>
    sql`(${db
      .select({ count: count() })
      .from(items)
      .where(and(eq(items.categoryId, categories.id), where))})`.mapWith(Number)
  return db
    .select({
      _id: categories.id,
      name: categories.name,
      itemCount: countItems(isNull(items.archivedAt)),
      archivedCount: countItems(sql`${items.archivedAt} is not null and not ${items.draft}`),
      draftCount: countItems(isDraft(items.draft)),
      couponCount: sql`(${db
        .select({ count: count() })
        .from(coupons)
        .where(and(eq(coupons.categoryId, categories.id), isNull(coupons.batchId)))})`.mapWith(Number),
      version: categories.version,
    })
    .from(categories)
    .where(id === undefined ? undefined : eq(categories.id, id))
    .orderBy(categories.position, categories.name)
}
