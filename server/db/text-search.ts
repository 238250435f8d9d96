import { and, type Column, count, eq, exists, getTableName, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { dialect } from '../../drizzle/kit.ts'
import { maxSearchCount } from '../../shared/contract.ts'
import { coupons, items, orders, reviews, supportMessages, users } from '../../drizzle/schema.ts'
import type { Queries } from './transactions.ts'

/** A column with an index of trigrams (migration 0006). */
export type TextIndex = { table: SQLiteTable; column: SQLiteColumn }

export const textIndexes = {
  users: { table: users, column: users.searchText },
  references: { table: orders, column: orders.referenceKey },
  items: { table: items, column: items.searchText },
  reviews: { table: reviews, column: reviews.searchText },
  messages: { table: supportMessages, column: supportMessages.searchText },
  couponCodes: { table: coupons, column: coupons.code },
} satisfies Record<string, TextIndex>

/** Rows that contain all of some texts, and which rows of a list belong to them. */
export type SearchPart = {
  index: TextIndex
  /** Each of at least three characters, in the form of the column (`shared/search-text.ts`). */
  texts: string[]
  /** The column of the index's table that `listKey` refers to. */
  key: SQLiteColumn
  /** The list's own column. */
  listKey: SQLiteColumn
}
/** The part of a search that finds customers by names and email addresses; `listKey` holds their ids. */
export const customersWith = (words: string[], listKey: SQLiteColumn): SearchPart => ({
  index: textIndexes.users,
  texts: words,
  key: users.id,
  listKey,
})

type List = { table: SQLiteTable; id: SQLiteColumn }

/** How a list finds what matches a search. */
export type Search = {
  where: SQL | undefined
  /** Wraps the column of another condition: when the search finds the rows, no other index may be chosen for them. */
  filter(column: Column): SQL
  /** The number of matches that `where` and `others` leave: exact up to `maxSearchCount`, and 1 more for all above. */
  count(others?: SQL): Promise<number>
}

/** Beyond this many matches, a list is read in its own order until the page is full, which is then soon. */
const maxIndexedMatches = 5000
const maxCount = maxSearchCount + 1

/**
 * Prepares a search of a list for rows that match any of the parts, or are among `exact`. The matches are found in the
 * text indexes; when they are many, the list is walked in its own order instead. Either way no table is scanned for a page.
 * @param exact a query for the ids of further rows, which finds few
 */
export async function search(
  db: Queries,
  list: List,
  parts: SearchPart[],
  exact?: { ids: SubqueryOfIds; where: SQL },
): Promise<Search> {
  const counts = await Promise.all(parts.map(({ index, texts }) => countIndexed(db, index, texts)))
  const isFew = counts.every((matches) => matches <= maxIndexedMatches)
  const where = isFew
    ? whereIndexed(db, list, parts, exact?.ids)
    : or(...parts.map(asCondition(db, list)), exact?.where)
  const many = parts[counts.findIndex((matches) => matches > maxIndexedMatches)]
  return {
    where: where ?? sql`1 = 0`,
    filter: (column) => (isFew && dialect === 'sqlite' ? sql`+${column}` : sql`${column}`),
    async count(others) {
      if (many && !others) {
        const found = await countRows(db, list, many)
        if (found === maxCount) return found
      }
      return countUpTo(db, list.table, and(where ?? sql`1 = 0`, others))
    },
  }
}

/** The column of another condition of a list, whether or not something is searched for. */
export const filterColumn = (found: Search | null, column: Column): SQL => found?.filter(column) ?? sql`${column}`

type SubqueryOfIds = ReturnType<typeof idsOf>

const idsOf = (db: Queries, { id, table }: List, where: SQL | undefined) => db.select({ id }).from(table).where(where)

/** The number of a table's rows that match a condition, up to 1 more than `maxSearchCount`. */
export async function countUpTo(db: Queries, table: SQLiteTable, where: SQL | undefined): Promise<number> {
  const matches = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(maxCount)
    .as('matches')
  const [row] = await db.select({ count: count() }).from(matches)
  return row!.count
}

async function countIndexed(db: Queries, index: TextIndex, texts: string[]): Promise<number> {
  const matches = sql`(select 1 from ${indexedRows(index, texts)} limit ${sql.raw(String(maxIndexedMatches + 1))}) as matches`
  const [row] = await db.select({ count: count() }).from(matches)
  return row!.count
}

/** The number of a list's rows that belong to the matches of one part, up to 1 more than `maxSearchCount`, read from the index on. */
async function countRows(
  db: Queries,
  { table, id }: List,
  { index, texts, key, listKey }: SearchPart,
): Promise<number> {
  const own = table === index.table
  const joined =
    dialect === 'sqlite'
      ? sql`${searchTable(index)} cross join ${index.table} on ${index.table}.rowid = ${searchTable(index)}.rowid`
      : sql`${index.table}`
  const rows = own
    ? joined
    : sql`${joined} ${sql.raw(dialect === 'sqlite' ? 'cross join' : 'join')} ${table} on ${listKey} = ${key}`
  const condition = dialect === 'sqlite' ? matchesIndex(index, texts) : containsAll(index.column, texts)
  const matches = sql`(select ${id} from ${rows} where ${condition} limit ${sql.raw(String(maxCount))}) as matches`
  const [row] = await db.select({ count: count() }).from(matches)
  return row!.count
}

/** The condition that finds the rows through the text indexes. */
function whereIndexed(db: Queries, list: List, parts: SearchPart[], exact: SubqueryOfIds | undefined) {
  const [first, ...others] = [...parts.map((part) => indexedIds(db, list, part)), ...(exact ? [exact] : [])]
  if (!first) return undefined
  // One after the other: an `or` of them would be evaluated for each row of the list.
  const all = others.reduce((ids: typeof first, next) => ids.union(next as never) as never, first)
  return inArray(list.id, all)
}

function indexedIds(db: Queries, list: List, { index, texts, key, listKey }: SearchPart): SubqueryOfIds {
  const matches = whereFound(index, texts)
  if (list.table === index.table) return idsOf(db, list, matches)
  const keys = db.select({ key }).from(index.table).where(matches)
  return idsOf(db, list, inArray(listKey, keys))
}

/** The condition on a row of the index's table, found through its index. */
const whereFound = (index: TextIndex, texts: string[]): SQL | undefined =>
  dialect === 'sqlite'
    ? sql`${index.table}.rowid in (select rowid from ${indexedRows(index, texts)})`
    : containsAll(index.column, texts)

/** What follows `from` to read the matching rows of a text index. */
const indexedRows = (index: TextIndex, texts: string[]): SQL =>
  dialect === 'sqlite'
    ? sql`${searchTable(index)} where ${matchesIndex(index, texts)}`
    : sql`${index.table} where ${containsAll(index.column, texts)}`

/** SQLite's full-text index (FTS5) of a column. */
const searchTable = ({ table }: TextIndex) => sql.identifier(`${getTableName(table)}_search`)

/** Every text has to occur as a whole: a phrase of trigrams. */
const matchesIndex = (index: TextIndex, texts: string[]): SQL =>
  sql`${searchTable(index)} match ${texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(' AND ')}`

/** The same as a condition on a row of the list, for walking it in its own order. */
const asCondition =
  (db: Queries, list: List) =>
  ({ index, texts, key, listKey }: SearchPart): SQL | undefined => {
    const contains = containsAll(index.column, texts)
    if (list.table === index.table) return contains
    const owner = db
      .select({ one: sql`1` })
      .from(index.table)
      .where(and(eq(key, listKey), contains))
    return exists(owner)
  }

const containsAll = (column: SQLiteColumn, texts: string[]): SQL | undefined =>
  and(...texts.map((text) => contains(column, text)))

/** LIKE takes % and _ as wildcards; a search means them literally. */
const escapeLike = (text: string) => text.replace(/[%_\\]/g, '\\$&')

/**
 * Whether a column contains a text, exactly. SQLite's LIKE is slower and ignores the case of ASCII letters; on Postgres it
 * is what an index of trigrams finds.
 */
export const contains = (column: SQLiteColumn, text: string): SQL =>
  dialect === 'sqlite' ? sql`instr(${column}, ${text}) > 0` : sql`${column} like ${`%${escapeLike(text)}%`}`
