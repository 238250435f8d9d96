import { and, isNull, sql } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import { plansOf } from '../../shared/catalogue/plans.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { idList, inIds, prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'

/** How many plans an item's page offers at most. */
export const maxPlans = 6
/** Brands with more items than this together are left uncounted: it would take longer than the list itself. */
const maxItems = 240

const { id, name, brand, categoryId, months, price, accountType, features } = items

const listOfBrands = prepared('plan_counts', (db) =>
  db
    .select({ id, name, brand, categoryId, months, price, accountType, features })
    .from(items)
    .where(and(inIds(items.brand, 'brands'), isNull(items.archivedAt)))
    .limit(sql.placeholder('limit')),
)

/** Adds to the items of a list how many plans their pages offer, in one query. */
export async function countPlans(db: Db, list: Item[]): Promise<Item[]> {
  const brands = [...new Set(list.map((item) => item.brand))].filter((one) => one !== '')
  if (brands.length === 0) return list
  const rows = await listOfBrands(db, { brands: idList(brands), limit: maxItems + 1 })
  if (rows.length > maxItems) return list
  return list.map((item) => {
    const ofBrand = rows.filter((row) => row.brand === item.brand && row.categoryId === item.category._id)
    const own = ofBrand.find((row) => row.id === item._id)
    return own ? { ...item, planCount: Math.min(plansOf(own, ofBrand).length, maxPlans) } : item
  })
}
