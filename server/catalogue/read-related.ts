import { and, desc, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { categories, items, orderLines, orders } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { Item, RelatedItems } from '../../shared/catalogue/schema.ts'
import type { Db } from '../db/transactions.ts'
import { itemColumns, presentItem } from './present.ts'

const maxPlans = 6
const maxShown = 4
/** Items of which those that are shown are chosen. */
const maxRead = 24
/** Orders of an item, and lines of its buyers, that are looked at: a few milliseconds. */
const maxOrders = 300
const maxLines = 2000

/** What to show with an item on sale. @throws 404 'Item not found' */
export async function readRelated(db: Db, id: string): Promise<RelatedItems> {
  const [item] = await db
    .select({ brand: items.brand, categoryId: items.categoryId })
    .from(items)
    .where(and(eq(items.id, id), isNull(items.archivedAt)))
  if (!item) throw notFound('Item not found')
  const ofBrand = item.brand === '' ? [] : await readPopular(db, eq(items.brand, item.brand), maxRead)
  const plans = pickPlans(ofBrand, id, item.categoryId)
  const others = ofBrand.filter(({ _id }) => _id !== id)
  const isPlan = (other: Item) => plans.includes(other)
  const sorted = [...others.filter((other) => !isPlan(other)), ...others.filter(isPlan)]
  const isOther = item.brand === '' ? ne(items.id, id) : ne(items.brand, item.brand)
  const ofCategory = eq(items.categoryId, item.categoryId)
  const alsoTaken = await readAlsoTaken(db, id, isOther)
  return {
    plans,
    // A single plan is in the choice of plans already.
    fromBrand: others.length === 1 && others.every(isPlan) ? [] : sorted.slice(0, maxShown),
    alsoTaken,
    inCategory:
      alsoTaken.length > 0
        ? []
        : oneOfEachBrand(await readPopular(db, and(ofCategory, isOther), maxRead, items.categoryPopularity)),
  }
}

const selectOnSale = (db: Db, where: SQL | undefined) =>
  db
    .select(itemColumns)
    .from(items)
    .leftJoin(categories, eq(categories.id, items.categoryId))
    .where(and(where, isNull(items.archivedAt)))

/** The first items in the popular order. */
async function readPopular(db: Db, where: SQL | undefined, limit: number, rank: SQLiteColumn = items.popularity) {
  const rows = await selectOnSale(db, where).orderBy(desc(rank), desc(items.id)).limit(limit)
  return rows.map(presentItem)
}

/** The most popular items of a brand in a category, and `id` in any case, by price. */
function pickPlans(ofBrand: Item[], id: string, categoryId: string): Item[] {
  const inCategory = ofBrand.filter(({ category }) => category._id === categoryId)
  const own = inCategory.filter(({ _id }) => _id === id)
  const plans = [...own, ...inCategory.filter(({ _id }) => _id !== id)].slice(0, maxPlans)
  return plans.toSorted((a, b) => a.price - b.price)
}

/** The first four items of different brands. */
function oneOfEachBrand(sorted: Item[]): Item[] {
  const isFirst = ({ brand }: Item, i: number) => brand === '' || sorted.findIndex((one) => one.brand === brand) === i
  return sorted.filter(isFirst).slice(0, maxShown)
}

/** What the customers of some verified orders of an item bought besides; none unless it fills the row. */
async function readAlsoTaken(db: Db, id: string, isOther: SQL): Promise<Item[]> {
  const ofItem = db
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(eq(orderLines.itemId, id))
    .limit(maxOrders)
    .as('of_item')
  const isVerified = eq(orders.paymentStatus, 'verified')
  const buyers = await db
    .selectDistinct({ userId: orders.userId })
    .from(ofItem)
    .innerJoin(orders, and(eq(orders.id, ofItem.orderId), isVerified))
  if (buyers.length === 0) return []
  const lines = await db
    .select({ itemId: orderLines.itemId, userId: orders.userId })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        inArray(
          orders.userId,
          buyers.map(({ userId }) => userId),
        ),
        isVerified,
      ),
    )
    .limit(maxLines)
  const buyersOf = new Map<string, Set<string>>()
  for (const { itemId, userId } of lines) buyersOf.set(itemId, (buyersOf.get(itemId) ?? new Set()).add(userId))
  const frequent = [...buyersOf].toSorted(([, a], [, b]) => b.size - a.size).map(([itemId]) => itemId)
  const candidates = (await selectOnSale(db, and(inArray(items.id, frequent.slice(0, maxRead)), isOther))).map(
    presentItem,
  )
  const taken = oneOfEachBrand(candidates.toSorted((a, b) => frequent.indexOf(a._id) - frequent.indexOf(b._id)))
  return taken.length === maxShown ? taken : []
}
