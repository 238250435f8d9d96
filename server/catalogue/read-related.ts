import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { categories, items, orderLines, orders } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { type PlanFacts, plansOf } from '../../shared/catalogue/plans.ts'
import type { Item, RelatedItems } from '../../shared/catalogue/schema.ts'
import { idList, inIds, prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import { unindexed } from '../db/unindexed.ts'
import { countPlans, maxPlans } from './plan-counts.ts'
import { itemColumns, presentItem } from './present.ts'

const maxShown = 4
/** Items of which those that are shown are chosen. */
const maxRead = 24
/** Orders of an item, and lines of its buyers, that are looked at: a millisecond, also where a buyer has thousands. */
const maxOrders = 100
const maxLines = 500

/** What an item is chosen by. */
type Choice = { id: string; brand: string; categoryId: string; popularity: number }
/** What tells whether an item of the same brand is another plan. */
type Sister = Choice & PlanFacts

/** What to show with an item on sale. @throws 404 'Item not found' */
export async function readRelated(db: Db, id: string): Promise<RelatedItems> {
  // Together, what doesn't depend on each other takes one round trip to Postgres.
  const [[item], buyers] = await Promise.all([findSister(db, { id }), listBuyers(db, { id })])
  if (!item) throw notFound('Item not found')
  const { brand } = item
  const [ofBrand, { alsoTaken, inCategory }] = await Promise.all([
    brand === '' ? [] : listOfBrand(db, { brand, limit: maxRead }),
    chooseOthers(db, item, idsOf(buyers)),
  ])
  const plans = pickPlans(ofBrand, item)
  const fromBrand = idsOf(ofBrand.filter((other) => other.id !== id && !plans.includes(other.id))).slice(0, maxShown)
  const read = await readItems(db, [...plans, ...fromBrand, ...alsoTaken, ...inCategory])
  return {
    plans: read(plans).toSorted((a, b) => a.price - b.price),
    fromBrand: read(fromBrand),
    alsoTaken: read(alsoTaken),
    inCategory: read(inCategory),
  }
}

const { id, brand, categoryId, popularity } = items
const choiceColumns = { id, brand, categoryId, popularity }
const { name, months, price, accountType, features } = items
const sisterColumns = { ...choiceColumns, name, months, price, accountType, features }
const isOnSale = isNull(items.archivedAt)

const findSister = prepared('related_item', (db) =>
  db
    .select(sisterColumns)
    .from(items)
    .where(and(eq(items.id, sql.placeholder('id')), isOnSale)),
)

const listOfBrand = prepared('related_of_brand', (db) =>
  db
    .select(sisterColumns)
    .from(items)
    .where(and(eq(items.brand, sql.placeholder('brand')), isOnSale))
    .orderBy(desc(items.popularity), desc(items.id))
    .limit(sql.placeholder('limit')),
)

/** An item, and the most popular other plans of its product. */
function pickPlans(ofBrand: Sister[], item: Sister): string[] {
  if (item.brand === '') return []
  const others = ofBrand.filter((other) => other.categoryId === item.categoryId && other.id !== item.id)
  const plans = new Set(idsOf(plansOf(item, [item, ...others])))
  return [item.id, ...idsOf(others).filter((other) => plans.has(other))].slice(0, maxPlans)
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Items of other brands: what an item's buyers took, too, or those of its category. */
async function chooseOthers(db: Db, { id, brand, categoryId }: Choice, buyerIds: string[]) {
  const isOther = (other: Choice) => (brand === '' ? other.id !== id : other.brand !== brand)
  const alsoTaken = await chooseAlsoTaken(db, buyerIds, isOther)
  return { alsoTaken, inCategory: alsoTaken.length > 0 ? [] : await chooseInCategory(db, categoryId, isOther) }
}

const listOfCategory = prepared('related_of_category', (db) =>
  db
    .select(choiceColumns)
    .from(items)
    .where(and(eq(items.categoryId, sql.placeholder('categoryId')), isOnSale))
    .orderBy(desc(items.categoryPopularity), desc(items.id))
    .limit(sql.placeholder('limit')),
)

/** The ranks keep a category's brands apart: half are of other brands, if there are so many. */
async function chooseInCategory(db: Db, categoryId: string, isOther: (other: Choice) => boolean): Promise<string[]> {
  return oneOfEachBrand((await listOfCategory(db, { categoryId, limit: maxRead })).filter(isOther))
}

/** The first four items of different brands. */
function oneOfEachBrand(sorted: Choice[]): string[] {
  const isFirst = ({ brand }: Choice, i: number) => brand === '' || sorted.findIndex((one) => one.brand === brand) === i
  return idsOf(sorted.filter(isFirst).slice(0, maxShown))
}

const isVerified = eq(unindexed(orders.paymentStatus), 'verified')

const listBuyers = prepared('related_buyers', (db) => {
  const ofItem = db
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(eq(orderLines.itemId, sql.placeholder('id')))
    .limit(maxOrders)
    .as('of_item')
  return db
    .selectDistinct({ id: orders.userId })
    .from(ofItem)
    .innerJoin(orders, and(eq(orders.id, ofItem.orderId), isVerified))
})

const listLinesOfBuyers = prepared('related_lines', (db) =>
  db
    .select({ itemId: orderLines.itemId, userId: orders.userId })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(inIds(orders.userId, 'userIds'), isVerified))
    .limit(maxLines),
)

const findChoices = prepared('related_choices', (db) =>
  db
    .select(choiceColumns)
    .from(items)
    .where(and(inIds(items.id, 'ids'), isOnSale)),
)

/** What the customers of some verified orders of an item bought besides; none unless it fills the row. */
async function chooseAlsoTaken(db: Db, buyerIds: string[], isOther: (other: Choice) => boolean): Promise<string[]> {
  if (buyerIds.length === 0) return []
  const lines = await listLinesOfBuyers(db, { userIds: idList(buyerIds) })
  const buyersOf = new Map<string, Set<string>>()
  for (const { itemId, userId } of lines) buyersOf.set(itemId, (buyersOf.get(itemId) ?? new Set()).add(userId))
  const frequent = [...buyersOf].toSorted(([, a], [, b]) => b.size - a.size).slice(0, maxRead)
  const candidates = await findChoices(db, { ids: idList(frequent.map(([itemId]) => itemId)) })
  const count = (choice: Choice) => buyersOf.get(choice.id)!.size
  // Items with as many buyers are sorted by popularity.
  const sorted = candidates.toSorted((a, b) => count(b) - count(a) || b.popularity - a.popularity)
  const taken = oneOfEachBrand(sorted.filter(isOther))
  return taken.length === maxShown ? taken : []
}

const findItems = prepared('related_items', (db) =>
  db
    .select(itemColumns)
    .from(items)
    .leftJoin(categories, eq(categories.id, items.categoryId))
    .where(and(inIds(items.id, 'ids'), isOnSale)),
)

/** Reads items at once, and returns a function that picks some of them, in the order of their ids. */
async function readItems(db: Db, ids: string[]): Promise<(ids: string[]) => Item[]> {
  const rows = ids.length === 0 ? [] : await findItems(db, { ids: idList([...new Set(ids)]) })
  const list = await countPlans(db, rows.map(presentItem))
  const byId = new Map(list.map((item) => [item._id, item]))
  return (picked) => picked.flatMap((id) => byId.get(id) ?? [])
}
