import { foldText, searchText, wordPattern } from '../search-text.ts'
import { isCategoryWord, itemQueryWords, wordsOf } from './query-words.ts'
import { durationLabel } from './rules.ts'
import type { Item } from './schema.ts'

type Matched = Pick<Item, 'name' | 'category' | 'duration' | 'shortDescription' | 'features' | 'accountType'>

/** A text in three parts: `match` is the word in it that was searched for. */
export type MatchedText = { before: string; match: string; after: string }

/**
 * Why a search found an item whose name, category and duration don't say it: the first of its texts that has the first of
 * those words. Null if they say it all, or if only its long description does, which isn't known here.
 */
export function matchedText(item: Matched, query: string): MatchedText | null {
  const { name, category, duration, shortDescription, features, accountType } = item
  const shown = [...wordsOf(name), ...wordsOf(durationLabel(duration))]
  const categoryWords = wordsOf(category.name)
  const unsaid = itemQueryWords(query).filter(
    (word) => !shown.some((one) => one.startsWith(word)) && !isCategoryWord(categoryWords, word),
  )
  for (const word of unsaid) {
    const text = [shortDescription, ...features, accountType].find((one) => searchText(one).includes(wordPattern(word)))
    if (text) return markWord(text, word)
  }
  return null
}

function markWord(text: string, word: string): MatchedText | null {
  const parts = text.split(/(\s+)/)
  const isHit = (test: (folded: string) => boolean) => parts.findIndex((part) => test(foldText(part)))
  const start = isHit((folded) => folded.startsWith(word))
  const index = start === -1 ? isHit((folded) => folded.includes(word)) : start
  if (index === -1) return null
  return { before: parts.slice(0, index).join(''), match: parts[index]!, after: parts.slice(index + 1).join('') }
}
