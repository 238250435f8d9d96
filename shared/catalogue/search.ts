import { searchText, wordPattern } from '../search-text.ts'
import { isCategoryWord, itemQueryWords, wordsOf } from './query-words.ts'
import type { Item } from './schema.ts'

/** What an item is ranked by: the folded words of its name and of its category's name. */
export type RankedWords = { nameWords: readonly string[]; categoryWords: readonly string[] }

const exactNameBonus = 40
const firstWordBonus = 5

/**
 * How well an item that matches a query answers it: higher is better. Words in the name count most, whole ones more than
 * beginnings, then words of the category, then anything else. Equal ones keep the order of the catalogue.
 */
export function relevance(words: readonly string[], { nameWords, categoryWords }: RankedWords): number {
  const sum = words.reduce((total, word) => total + wordRelevance(word, nameWords, categoryWords), 0)
  const isExactName = words.length === nameWords.length && words.every((word) => nameWords.includes(word))
  const isFirst = words[0] !== undefined && nameWords[0]?.startsWith(words[0])
  return sum + (isExactName ? exactNameBonus : 0) + (isFirst ? firstWordBonus : 0)
}

function wordRelevance(word: string, nameWords: readonly string[], categoryWords: readonly string[]): number {
  if (nameWords.includes(word)) return 100
  if (nameWords.some((one) => one.startsWith(word))) return 70
  if (categoryWords.includes(word)) return 45
  if (isCategoryWord(categoryWords, word)) return 40
  // A part of a word: 'art' in 'smart'.
  return word.length > 2 && nameWords.some((one) => one.includes(word)) ? 30 : 10
}

type Searched = Pick<Item, 'name' | 'shortDescription' | 'accountType' | 'features' | 'category'>

/** Whether an item matches every word of a query, as the server finds it; its long description is not known here. */
export function matchesItem({ name, shortDescription, accountType, features, category }: Searched, query: string) {
  const text = searchText(name, shortDescription, accountType, ...features)
  const categoryWords = wordsOf(category.name)
  return itemQueryWords(query).every((word) => text.includes(wordPattern(word)) || isCategoryWord(categoryWords, word))
}

/** The relevance of an item for a query. */
export const itemRelevance = (item: Searched, query: string): number =>
  relevance(itemQueryWords(query), { nameWords: wordsOf(item.name), categoryWords: wordsOf(item.category.name) })
