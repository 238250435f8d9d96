import { and, count, countDistinct, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { categories, coupons, items, orderLines } from '../../drizzle/schema.ts'
import type { StaffCategory, StaffItem, StaffItemDetails } from '../../shared/staff-catalogue.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { itemColumns, presentItem, presentItemDetails } from './present.ts'

const ordersOf = (db: Db | Tx) =>
  db
    .select({ count: countDistinct(orderLines.orderId) })
    .from(orderLines)
    .where(eq(orderLines.itemId, items.id))

/** Items as staff see them, on sale or not: reading them begins here. */
export const selectStaffItems = (db: Db | Tx) =>
  db
    .select({
      ...itemColumns,
      archivedAt: items.archivedAt,
      orderCount: sql`(${ordersOf(db)})`.mapWith(Number),
    })
    .from(items)
    .innerJoin(categories, eq(categories.id, items.categoryId))
type Row = Awaited<ReturnType<typeof selectStaffItems>>[number]

export const presentStaffItem = (row: Row): StaffItem => ({ ...presentItem(row), ...ofStaff(row) })

export const presentStaffItemDetails = (row: Row & { description: string }): StaffItemDetails => ({
  ...presentItemDetails(row),
  ...ofStaff(row),
})

const ofStaff = ({ archivedAt, orderCount }: Row) => ({ archivedAt: archivedAt?.getTime() ?? null, orderCount })

/** Categories with what each has, in the order of the shop window. */
export async function readStaffCategories(db: Db | Tx, id?: string): Promise<StaffCategory[]> {
  const inIt = (shelf: ReturnType<typeof isNull>) =>
    sql`(${db
      .select({ count: count() })
      .from(items)
      .where(and(eq(items.categoryId, categories.id), shelf))})`.mapWith(Number)
  return db
    .select({
      _id: categories.id,
      name: categories.name,
      itemCount: inIt(isNull(items.archivedAt)),
      archivedCount: inIt(isNotNull(items.archivedAt)),
      couponCount: sql`(${db
        .select({ count: count() })
        .from(coupons)
        .where(eq(coupons.categoryId, categories.id))})`.mapWith(Number),
    })
    .from(categories)
    .where(id === undefined ? undefined : eq(categories.id, id))
    .orderBy(categories.position, categories.name)
}
