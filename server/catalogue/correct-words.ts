import { and, desc, inArray, sql } from 'drizzle-orm'
import { itemWords } from '../../drizzle/schema.ts'
import { maxSearchWords } from '../../shared/search-text.ts'
import { textIndexes, whereContainsAny } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import type { CategoryWords } from './category-words.ts'
import { editsOf, type KnownWord, piecesOf, rankCorrections } from './spelling.ts'

type Correction = {
  /** Words that something on sale matches; null if there are none. */
  words: string[] | null
  /** Words that are like those of the query, followed by those of its own that alone find something. */
  nearest: string[]
}
type Lookup = (words: string[]) => Promise<boolean>

const maxNearest = 3
/** Shorter words, such as "for", say nothing about an item; an ideograph or a Korean syllable says more than a letter. */
const meaningful = /.{4}|[\p{Ideographic}\p{Script=Hangul}]{2}/u
/** How many known words with a piece of a misspelt one are compared with it, those of the most items first. */
const maxCandidates = 2000
/** How many corrections of a word are tried. */
const maxTries = 3

/**
 * Corrects the words of a query that finds nothing: those that no item has become the likeliest known ones, or two words
 * one, or one two.
 * @param isOnSale whether an item on sale has all of some words
 */
export async function correctWords(
  db: Db,
  words: string[],
  categories: CategoryWords[],
  isOnSale: Lookup,
): Promise<Correction> {
  const corrections: string[] = []
  const found: string[] = []
  for (const variant of [words, ...joinNeighbours(words)]) {
    const corrected: string[] = []
    for (const word of variant) {
      if (await isOnSale([word])) {
        corrected.push(word)
        if (variant === words && meaningful.test(word)) found.push(word)
        continue
      }
      const likely = await findCorrections(db, word, categories)
      if (variant === words) corrections.push(...likely.map((one) => one.word))
      corrected.push(...((await firstOnSale(likely, isOnSale)) ?? (await splitWord(db, word)) ?? [word]))
    }
    const result = [...new Set(corrected)].slice(0, maxSearchWords)
    if (result.join(' ') !== words.join(' ') && (await isOnSale(result))) return { words: result, nearest: [] }
  }
  const nearest = new Set([...(await keepOnSale([...new Set(corrections)], isOnSale)), ...found])
  return { words: null, nearest: [...nearest].slice(0, maxNearest) }
}

/** Longer queries aren't names that were written as too many words. */
const maxJoined = 4

/** The query with two neighbouring words as one, for each two of them. */
const joinNeighbours = (words: string[]): string[][] =>
  words.length > maxJoined
    ? []
    : words.slice(1).map((word, i) => [...words.slice(0, i), words[i]! + word, ...words.slice(i + 2)])

async function firstOnSale(likely: KnownWord[], isOnSale: Lookup): Promise<string[] | null> {
  for (const { word } of likely.slice(0, maxTries)) if (await isOnSale([word])) return [word]
  return null
}

async function keepOnSale(words: string[], isOnSale: Lookup): Promise<string[]> {
  const found: string[] = []
  for (const word of words.slice(0, 2 * maxNearest)) {
    if (found.length < maxNearest && (await isOnSale([word]))) found.push(word)
  }
  return found
}

/** The known words that a word may mean, first with one wrong letter, then with two. */
async function findCorrections(db: Db, word: string, categories: CategoryWords[]): Promise<KnownWord[]> {
  const ofCategories = categories.flatMap(({ words }) => words).map(asKnown)
  for (let edits = 1; edits <= editsOf(word); edits += 1) {
    const likely = rankCorrections(word, [...ofCategories, ...(await readLike(db, word, edits))], edits)
    if (likely.length > 0) return likely
  }
  return []
}

/** As likely as a word of a name. */
const asKnown = (word: string): KnownWord => ({ word, nameCount: 1, itemCount: 1 })

async function readLike(db: Db, word: string, edits: number): Promise<KnownWord[]> {
  const pieces = piecesOf(word, edits)
  // Three blanks are part of the stored words.
  const minLength = [...word].length - edits + 3
  const rows = await db
    .select()
    .from(itemWords)
    .where(and(whereContainsAny(textIndexes.itemWords, pieces), sql`length(${itemWords.word}) >= ${minLength}`))
    .orderBy(desc(itemWords.itemCount), itemWords.word)
    .limit(maxCandidates)
  return rows.map((row) => ({ ...row, word: row.word.trim() }))
}

const minPartLength = 3

/** A word of two known ones that were written as one. */
async function splitWord(db: Db, word: string): Promise<string[] | null> {
  const letters = [...word]
  const splitPoints = letters.map((_, i) => i).slice(minPartLength, 1 - minPartLength)
  const parts = splitPoints.map((at) => [letters.slice(0, at).join(''), letters.slice(at).join('')])
  const stored = [...new Set(parts.flat())].map((part) => `  ${part} `)
  if (stored.length === 0) return null
  const rows = await db.select({ word: itemWords.word }).from(itemWords).where(inArray(itemWords.word, stored))
  const known = new Set(rows.map((row) => row.word.trim()))
  return parts.find(([first, second]) => known.has(first!) && known.has(second!)) ?? null
}
