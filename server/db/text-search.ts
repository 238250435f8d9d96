import { and, type Column, count, eq, getTableName, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { dialect } from '../../drizzle/kit.ts'
import { maxSearchCount } from '../../shared/limits.ts'
import { coupons, items, itemWords, orders, payments, reviews, supportMessages, users } from '../../drizzle/schema.ts'
import { existsPerRow } from './exists-per-row.ts'
import type { Queries } from './transactions.ts'
import { unindexed } from './unindexed.ts'

/** A column with an index of trigrams; `name` is SQLite's index of it, `{table}_search` by default (migration 0006). */
export type TextIndex = { table: SQLiteTable; column: SQLiteColumn; name?: string }

export const textIndexes = {
  users: { table: users, column: users.searchText },
  references: { table: orders, column: orders.referenceKey },
  items: { table: items, column: items.searchText },
  itemNames: { table: items, column: items.searchName, name: 'items_names' },
  itemWords: { table: itemWords, column: itemWords.word },
  reviews: { table: reviews, column: reviews.searchText },
  messages: { table: supportMessages, column: supportMessages.searchText },
  payments: { table: payments, column: payments.searchText },
  couponCodes: { table: coupons, column: coupons.code },
} satisfies Record<string, TextIndex>

/** Rows that contain all of some texts, and which rows of a list belong to them. */
export type SearchPart = {
  index: TextIndex
  /** Each of at least three characters, in the form of the column (`shared/search-text.ts`); none if there is `and`. */
  texts: string[]
  /** A further condition on the rows of the index's table, which has an index of its own. */
  and?: SQL
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
  where: SQL
  /** Whether the indexes find the rows; otherwise a list is walked in its own order. */
  isFew: boolean
  /** Wraps the column of another condition: when the search finds the rows, no other index may be chosen for them. */
  filter(column: Column): SQL
  /** The number of matches that `others` leave: exact up to `maxSearchCount`, and 1 more for all above. */
  count(others?: SQL): Promise<number>
}

/** Beyond this many matches, a list is read in its own order until the page is full, which is then soon. */
const maxIndexedMatches = 5000
const maxCount = maxSearchCount + 1

type SearchOptions = {
  /** A query for the ids of further rows, which finds few. */
  exact?: { ids: SubqueryOfIds; where: SQL }
  /** Sorting this many matches takes as long as reading the list in its own order until a page is full. */
  maxSorted?: number
}

/**
 * Prepares a search of a list for rows that match any of the parts, or are among `exact`. The matches are found in the
 * text indexes; when they are many, the list is walked in its own order instead. Either way no table is scanned for a page.
 */
export async function search(
  db: Queries,
  list: List,
  parts: SearchPart[],
  { exact, maxSorted = maxIndexedMatches }: SearchOptions = {},
): Promise<Search> {
  const counts = await Promise.all(parts.map((part) => countIndexed(db, part)))
  const most = Math.max(...counts)
  const indexed = () => whereIndexed(db, list, parts, exact?.ids) ?? sql`1 = 0`
  const walked = () => or(...parts.map(asCondition(db, list)), exact?.where) ?? sql`1 = 0`
  const isFew = most <= maxSorted
  const filter = (column: Column) => (isFew ? unindexed(column) : sql`${column}`)

  async function count(others?: SQL) {
    const found: number[] = []
    for (const part of parts) {
      const rows = await countRows(db, list, part, others, maxCount)
      if (rows === maxCount) return rows
      found.push(rows)
    }
    if (parts.length === 1 && !exact) return found[0]!
    return countUpTo(db, list.table, and(most <= maxIndexedMatches ? indexed() : walked(), others))
  }

  return { where: isFew ? indexed() : walked(), isFew, filter, count }
}

/** Whether a list has a row that matches any of the parts, and others. */
export async function hasMatch(db: Queries, list: List, parts: SearchPart[], others?: SQL): Promise<boolean> {
  for (const part of parts) if ((await countRows(db, list, part, others, 1)) > 0) return true
  return false
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

/** How many rows the index finds, up to 1 more than it is read for. */
async function countIndexed(db: Queries, { index, texts, and: others }: SearchPart): Promise<number> {
  const rows = texts.length > 0 ? indexedRows(index, texts) : sql`${index.table} where ${others}`
  const matches = sql`(select 1 from ${rows} limit ${sql.raw(String(maxIndexedMatches + 1))}) as matches`
  const [row] = await db.select({ count: count() }).from(matches)
  return row!.count
}

/** The number of a list's rows that belong to the matches of one part, up to a limit, read from the index on. */
async function countRows(
  db: Queries,
  { table, id }: List,
  { index, texts, and: condition, key, listKey }: SearchPart,
  others: SQL | undefined,
  limit: number,
): Promise<number> {
  const isLite = dialect === 'sqlite' && texts.length > 0
  const found = isLite
    ? sql`${searchTable(index)} cross join ${index.table} on ${index.table}.rowid = ${searchTable(index)}.rowid`
    : sql`${index.table}`
  const rows =
    table === index.table
      ? found
      : sql`${found} ${sql.raw(dialect === 'sqlite' ? 'cross join' : 'join')} ${table} on ${listKey} = ${key}`
  const where = and(isLite ? matchesIndex(index, texts) : containsAll(index.column, texts), condition, others)
  const matches = sql`(select ${id} from ${rows} where ${where} limit ${sql.raw(String(limit))}) as matches`
  const [row] = await db.select({ count: count() }).from(matches)
  return row!.count
}

/** The condition that finds the rows through the text indexes. */
function whereIndexed(db: Queries, list: List, parts: SearchPart[], exact: SubqueryOfIds | undefined) {
  if (!exact && parts.every(({ index }) => index.table === list.table)) {
    // Postgres combines the indexes by itself.
    if (dialect === 'postgresql') return or(...parts.map(asCondition(db, list)))
    return sql`${list.table}.rowid in (${sql.join(parts.map(indexedRowids), sql` union `)})`
  }
  const [first, ...others] = [...parts.map((part) => indexedIds(db, list, part)), ...(exact ? [exact] : [])]
  if (!first) return undefined
  // One after the other: an `or` of them would be evaluated for each row of the list.
  const all = others.reduce((ids: typeof first, next) => ids.union(next as never) as never, first)
  return inArray(list.id, all)
}

/** The rowids of a part's matches, without reading the rows. */
const indexedRowids = ({ index, texts, and: others }: SearchPart): SQL =>
  others
    ? sql`select rowid from ${index.table} where ${and(texts.length > 0 ? whereFound(index, texts) : undefined, others)}`
    : sql`select rowid from ${indexedRows(index, texts)}`

function indexedIds(db: Queries, list: List, { index, texts, and: others, key, listKey }: SearchPart): SubqueryOfIds {
  const matches = and(texts.length > 0 ? whereFound(index, texts) : undefined, others)
  if (list.table === index.table) return idsOf(db, list, matches)
  const keys = db.select({ key }).from(index.table).where(matches)
  return idsOf(db, list, inArray(listKey, keys))
}

/** The condition on a row of the index's table that contains any of some texts, found through its index. */
export const whereContainsAny = (index: TextIndex, texts: string[]): SQL | undefined =>
  dialect === 'sqlite'
    ? sql`${index.table}.rowid in (select rowid from ${searchTable(index)} where ${searchTable(index)} match ${phrases(texts, 'OR')})`
    : or(...texts.map((text) => contains(index.column, text)))

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
const searchTable = ({ table, name = `${getTableName(table)}_search` }: TextIndex) => sql.identifier(name)

/** Every text has to occur as a whole: a phrase of trigrams. */
const matchesIndex = (index: TextIndex, texts: string[]): SQL =>
  sql`${searchTable(index)} match ${phrases(texts, 'AND')}`

const phrases = (texts: string[], operator: 'AND' | 'OR') =>
  texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(` ${operator} `)

/** The same as a condition on a row of the list, for walking it in its own order. */
const asCondition =
  (db: Queries, list: List) =>
  ({ index, texts, and: others, key, listKey }: SearchPart): SQL | undefined => {
    const contains = and(containsAll(index.column, texts), others)
    if (list.table === index.table) return contains
    const owner = db
      .select({ one: sql`1` })
      .from(index.table)
      .where(and(eq(key, listKey), contains))
    return existsPerRow(owner)
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
