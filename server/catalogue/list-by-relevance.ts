import { and, eq, inArray, notInArray, type SQL } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { isCategoryWord } from '../../shared/catalogue/query-words.ts'
import { relevance } from '../../shared/catalogue/search.ts'
import { decodeCursor, encodeCursor } from '../db/cursor.ts'
import { orderBy, type PageQuery, type Sort } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { itemColumns, presentItem } from './present.ts'
import { type ItemSearch, searchNames } from './search-items.ts'

type Candidate = { id: string; searchName: string; categoryId: string }
/** Candidates of equal relevance stay in this order. */
const popularFirst: Sort = { column: items.popularity, id: items.id, kind: 'count', direction: 'desc' }
/** If more items match, those with all words in their names are ranked first, then those of a category with that name. */
const maxRanked = 500

/**
 * A page of the items that match a search, the most relevant first. At most `maxRanked` are ranked; the others follow.
 * @param where further conditions on the items, made with `found.filter`
 */
export async function listByRelevance(
  db: Db,
  found: ItemSearch,
  where: SQL | undefined,
  { limit, cursor }: { limit: number } & Pick<PageQuery, 'cursor'>,
): Promise<{ data: Item[]; totalCount: number; nextCursor: string | null }> {
  const { ranked, isComplete } = await rankMatches(db, found, where)
  const start = cursor ? startOf(ranked, cursor) : 0
  // One more only says that another page follows.
  const ids = ranked.slice(start, start + limit + 1)
  if (!isComplete && ids.length <= limit) {
    const others = and(found.where, where, notInArray(items.id, ranked))
    const offset = Math.max(0, start - ranked.length)
    ids.push(...(await readCandidates(db, others, popularFirst, limit + 1 - ids.length, offset)).map(({ id }) => id))
  }
  const page = ids.slice(0, limit)
  return {
    data: await readItems(db, page),
    totalCount: isComplete ? ranked.length : await found.count(where),
    nextCursor: ids.length > limit ? encodeCursor({ value: start + limit, id: page.at(-1)! }) : null,
  }
}

/** The ids of the matches that are ranked, the most relevant first; `isComplete` if these are all. */
export async function rankMatches(db: Db, found: ItemSearch, where?: SQL, sort = popularFirst) {
  const read = (condition: SQL | undefined, limit: number) => readCandidates(db, and(condition, where), sort, limit)
  const candidates = found.isFew ? await read(found.where, maxRanked + 1) : []
  const isComplete = found.isFew && candidates.length <= maxRanked
  return { ranked: rank(found, isComplete ? candidates : await chooseCandidates(db, found, read)), isComplete }
}

const readCandidates = (db: Db, where: SQL | undefined, sort: Sort, limit: number, offset = 0): Promise<Candidate[]> =>
  db
    .select({ id: items.id, searchName: items.searchName, categoryId: items.categoryId })
    .from(items)
    .where(where)
    .orderBy(...orderBy(sort))
    .limit(limit)
    .offset(offset)

type Read = (condition: SQL | undefined, limit: number) => Promise<Candidate[]>

async function chooseCandidates(db: Db, found: ItemSearch, read: Read) {
  const { words, categories } = found
  const chosen = new Map<string, Candidate>()
  const add = (rows: Candidate[]) => {
    for (const row of rows) if (chosen.size < maxRanked) chosen.set(row.id, row)
  }
  const named = await searchNames(db, words)
  add(await read(named.where, maxRanked))
  const inCategory = categories.filter((one) => words.every((word) => isCategoryWord(one.words, word)))
  if (chosen.size < maxRanked && inCategory.length > 0) {
    const ids = inCategory.map(({ id }) => id)
    add(await read(inArray(items.categoryId, ids), maxRanked))
  }
  if (chosen.size < maxRanked) add(await read(found.where, maxRanked))
  return [...chosen.values()]
}

/** The ids of the candidates, the most relevant first. */
function rank({ words, categories }: ItemSearch, candidates: Candidate[]): string[] {
  const categoryWords = new Map(categories.map((category) => [category.id, category.words]))
  return candidates
    .map(({ id, searchName, categoryId }) => ({
      id,
      score: relevance(words, {
        nameWords: searchName.split('  ').filter(Boolean),
        categoryWords: categoryWords.get(categoryId) ?? [],
      }),
    }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ id }) => id)
}

/** After the last item of the page before; where that one was, if it no longer matches. @throws 400 for an invalid cursor */
function startOf(ranked: string[], cursor: string): number {
  const { value, id } = decodeCursor(cursor, 'count')
  const index = ranked.indexOf(id)
  return index === -1 ? Math.max(0, Number(value)) : index + 1
}

async function readItems(db: Db, ids: string[]): Promise<Item[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(itemColumns)
    .from(items)
    .leftJoin(categories, eq(categories.id, items.categoryId))
    .where(inArray(items.id, ids))
  const byId = new Map(rows.map((row) => [row.id, presentItem(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
