import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import { isCategoryWord, itemQueryWords, stripPunctuation, wordsOf } from '../../shared/catalogue/query-words.ts'
import type { ItemSearchInfo } from '../../shared/catalogue/schema.ts'
import { wordPattern } from '../../shared/search-text.ts'
import { hasMatch, type Search, search, type SearchPart, textIndexes } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import { type CategoryWords, readCategoryWords } from './category-words.ts'
import { correctWords } from './correct-words.ts'
import { searchedText } from './search-columns.ts'

export type ItemSearch = Search & {
  /** The words that each match has: those of the query, or what they were corrected to. */
  words: string[]
  categories: CategoryWords[]
  /** The corrected query, if nothing matches it as it was typed. */
  suggestion: string | null
  /** If nothing was found: words that are like those of the query, then those of its own that alone find something. */
  nearest: string[]
}

const list = { table: items, id: items.id }
/** A row of an item is long, so that sorting more of them takes longer than a walk. */
const maxSorted = 2500

/**
 * Finds the items that match every word of a query: by their names, categories and descriptions. Null for a query without
 * words.
 */
export async function searchItems(db: Db, query: string): Promise<ItemSearch | null> {
  const words = itemQueryWords(query)
  if (words.length === 0) return null
  return searchWords(db, words, await readCategoryWords(db))
}

/** The same; if nothing on sale matches the query, its words are corrected. */
export async function searchItemsOnSale(db: Db, query: string): Promise<ItemSearch | null> {
  const words = itemQueryWords(query)
  if (words.length === 0) return null
  const all = await readCategoryWords(db)
  const isOnSale = memoize((some) => hasMatch(db, list, searchParts(some, all), isNull(items.archivedAt)))
  if (await isOnSale(words)) return searchWords(db, words, all)
  const { words: corrected, nearest } = await correctWords(db, words, all, isOnSale)
  if (!corrected) {
    const spelt = await Promise.all(nearest.map((word) => spellAsWritten(db, [word], all)))
    return { ...(await searchWords(db, words, all)), nearest: spelt }
  }
  return { ...(await searchWords(db, corrected, all)), suggestion: await spellAsWritten(db, corrected, all) }
}

/**
 * Folded words as an item on sale that has them writes them, in lower case: 'café' for 'cafe'. Those that it has only as a
 * part of another word stay folded.
 */
async function spellAsWritten(db: Db, words: string[], all: CategoryWords[]): Promise<string> {
  const { where } = await search(db, list, searchParts(words, all), { maxSorted })
  const [found] = await db
    .select({ item: items, category: categories.name })
    .from(items)
    .innerJoin(categories, eq(categories.id, items.categoryId))
    .where(and(where, isNull(items.archivedAt)))
    .limit(1)
  const written = new Map<string | undefined, string>()
  for (const word of found ? `${found.category} ${searchedText(found.item)}`.split(/\s+/) : []) {
    written.set(wordsOf(word)[0], stripPunctuation(word.normalize()).toLowerCase())
  }
  return words.map((word) => written.get(word) ?? word).join(' ')
}

function memoize(lookup: (words: string[]) => Promise<boolean>) {
  const known = new Map<string, Promise<boolean>>()
  return (words: string[]) => {
    const key = words.join(' ')
    const found = known.get(key) ?? lookup(words)
    known.set(key, found)
    return found
  }
}

async function searchWords(db: Db, words: string[], all: CategoryWords[]): Promise<ItemSearch> {
  const found = await search(db, list, searchParts(words, all), { maxSorted })
  return { ...found, words, categories: all, suggestion: null, nearest: [] }
}

/** Categories that name the same words of a query are one part of its search; those that name the most come first. */
const maxCategoryParts = 8

/**
 * The parts of a search: all words in the item's own text; and, for the categories that some words name, the other words in
 * the text of their items.
 */
function searchParts(words: string[], all: CategoryWords[]): SearchPart[] {
  const idsByOthers = new Map<string, { others: string[]; ids: string[] }>()
  for (const { id, words: categoryWords } of all) {
    const others = words.filter((word) => !isCategoryWord(categoryWords, word))
    if (others.length === words.length) continue
    const key = others.join(' ')
    const entry = idsByOthers.get(key) ?? { others, ids: [] }
    entry.ids.push(id)
    idsByOthers.set(key, entry)
  }
  const byCategory = [...idsByOthers.values()]
    .toSorted((a, b) => a.others.length - b.others.length)
    .slice(0, maxCategoryParts)
  return [partOf(words), ...byCategory.map(({ others, ids }) => partOf(others, inArray(items.categoryId, ids)))]
}

const partOf = (words: string[], others?: SQL): SearchPart => ({
  index: textIndexes.items,
  texts: words.map(wordPattern),
  key: items.id,
  listKey: items.id,
  ...(others && { and: others }),
})

/** What the response of a list says about its search. */
export const presentSearch = ({ suggestion, nearest }: ItemSearch): ItemSearchInfo => ({ suggestion, nearest })

/** The condition on items with every word of a search in their names. */
export const searchNames = (db: Db, words: string[]): Promise<Search> =>
  search(db, list, [{ ...partOf(words), index: textIndexes.itemNames }], { maxSorted })
