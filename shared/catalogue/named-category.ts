import { isCategoryWord, itemQueryWords, wordsOf } from './query-words.ts'

type NamedCategory = { name: string; itemCount: number }

/** The category that a query names by the most of its words, if it names one. */
export function namedCategory<C extends NamedCategory>(query: string, categories: readonly C[]): C | null {
  const words = itemQueryWords(query)
  let best: { category: C; count: number } | null = null
  for (const category of categories) {
    const categoryWords = wordsOf(category.name).filter((word) => /\p{L}/u.test(word))
    const count = words.filter((word) => isCategoryWord(categoryWords, word)).length
    if (category.itemCount > 0 && count > (best?.count ?? 0)) best = { category, count }
  }
  return best?.category ?? null
}
