import { and, asc, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import { spreadBrands } from '../catalogue/spread-brands.ts'
import type { Db } from '../db/transactions.ts'
import { countSales } from './count-sales.ts'
import { placeRanks } from './place-ranks.ts'

const columns = {
  id: items.id,
  categoryId: items.categoryId,
  brand: items.brand,
  fairRating: items.fairRating,
  popularity: items.popularity,
  categoryPopularity: items.categoryPopularity,
}
type Row = Pick<typeof items.$inferSelect, keyof typeof columns>
type RankColumn = 'popularity' | 'categoryPopularity'
/** An item with its score and its ranks to be. */
type Ranked = { row: Row; brand: string; score: number } & Record<RankColumn, number>

/** Rows read by one query, and changed by one statement. */
const readSize = 1000
const writeSize = 100

/**
 * Computes the popular order of the items on sale, in all and by category: by verified orders of the last 90 days, then
 * by their fair rating, then the newest; no two of one brand in a row. It is stored as ranks, of which only those that
 * change are written.
 * @returns whether anything changed
 */
export async function rankItems(db: Db, now: Date): Promise<boolean> {
  const sales = await countSales(db, now)
  const rows = await readItems(db)
  const ranked = rows.map((row): Ranked => {
    const { id, brand, fairRating, popularity, categoryPopularity } = row
    return { row, brand, score: (sales.get(id) ?? 0) * 100_000 + fairRating, popularity, categoryPopularity }
  })
  await yieldTurn()
  // Ids sort by creation.
  const popular = ranked.toReversed().toSorted((a, b) => b.score - a.score)
  await rank(popular, 'popularity')
  for (const category of groupByCategory(popular)) await rank(category, 'categoryPopularity')
  // The most popular first: a page that is rendered meanwhile begins right.
  const changed = ranked
    .filter(
      ({ row, ...ranks }) => ranks.popularity !== row.popularity || ranks.categoryPopularity !== row.categoryPopularity,
    )
    .toSorted((a, b) => b.popularity - a.popularity)
  for (let start = 0; start < changed.length; start += writeSize) {
    await writeRanks(db, changed.slice(start, start + writeSize))
    await yieldTurn()
  }
  return changed.length > 0
}

/** Lets requests be served; each step between takes some milliseconds. */
const yieldTurn = () => new Promise(setImmediate)

async function readItems(db: Db): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const page = await db
      .select(columns)
      .from(items)
      .where(and(isNull(items.archivedAt), last && gt(items.id, last.id)))
      .orderBy(asc(items.id))
      .limit(readSize)
    rows.push(...page)
    if (page.length < readSize) return rows
    await yieldTurn()
  }
}

function groupByCategory(popular: readonly Ranked[]): Iterable<Ranked[]> {
  const groups = new Map<string, Ranked[]>()
  for (const item of popular) {
    const group = groups.get(item.row.categoryId)
    if (group) group.push(item)
    else groups.set(item.row.categoryId, [item])
  }
  return groups.values()
}

async function rank(popular: readonly Ranked[], column: RankColumn) {
  await yieldTurn()
  const spread = spreadBrands(popular)
  await yieldTurn()
  const placed = placeRanks(spread.map(({ row }) => row[column]))
  for (const [i, item] of spread.entries()) item[column] = placed[i]!
}

async function writeRanks(db: Db, changed: readonly Ranked[]) {
  const valueOf = (column: RankColumn): SQL<number> => {
    const cases = changed.map((item) => sql`when ${item.row.id} then ${sql.raw(String(item[column]))}`)
    return sql`case ${items.id} ${sql.join(cases, sql` `)} end`
  }
  const ids = changed.map(({ row }) => row.id)
  await db
    .update(items)
    .set({ popularity: valueOf('popularity'), categoryPopularity: valueOf('categoryPopularity') })
    .where(inArray(items.id, ids))
}
