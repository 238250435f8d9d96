import { foldText, searchText, wordPattern } from '../search-text.ts'
import { isCategoryWord, itemQueryWords, stripPunctuation, wordsOf } from './query-words.ts'
import { durationLabel } from './rules.ts'
import type { Item } from './schema.ts'

type Matched = Pick<Item, 'name' | 'category' | 'duration' | 'shortDescription' | 'features' | 'accountType'>

/** A text in three parts: `match` is the word in it that was searched for. */
export type MatchedText = { before: string; match: string; after: string }

/**
 * Why a search found an item, if its name, category and duration don't say it: a text of the item with a word of the
 * query, cut off long before that word; or that its long description, which isn't known here, has the word. Null if they
 * say it.
 */
export function matchedText(item: Matched, query: string): MatchedText | null {
  const { name, category, duration, shortDescription, features, accountType } = item
  const categoryWords = wordsOf(category.name)
  const unsaid = itemQueryWords(query).filter(
    (word) => !hasWord(`${name} ${durationLabel(duration)}`, word) && !isCategoryWord(categoryWords, word),
  )
  for (const word of unsaid) {
    const text = [shortDescription, ...features, accountType].find((one) => hasWord(one, word))
    const marked = text && markWord(text, word)
    if (marked) return marked
  }
  return unsaid[0] === undefined ? null : { before: 'Mentions ', match: unsaid[0], after: ' in its description' }
}

const hasWord = (text: string, word: string) => searchText(text).includes(wordPattern(word))

function markWord(text: string, word: string): MatchedText | null {
  const parts = text.split(/(\s+)/)
  const indexOf = (test: (folded: string) => boolean) => parts.findIndex((part) => test(foldText(part)))
  const start = indexOf((folded) => folded.startsWith(word))
  const index = start === -1 ? indexOf((folded) => folded.includes(word)) : start
  if (index === -1) return null
  const part = parts[index]!
  const match = stripPunctuation(part)
  const [opening, closing] = [part.slice(0, part.indexOf(match)), part.slice(part.indexOf(match) + match.length)]
  return {
    before: endOf(parts.slice(0, index)) + opening,
    match,
    after: closing + parts.slice(index + 1).join(''),
  }
}

/** So many characters before the word leave it on the first two lines of a card. */
const maxBefore = 28

/** The last words of a text, given as words and the blanks between them. */
function endOf(parts: string[]): string {
  if (parts.join('').length <= maxBefore) return parts.join('')
  let end = ''
  for (const part of parts.toReversed()) {
    if (part.length + end.length > maxBefore) break
    end = part + end
  }
  return `… ${end.trimStart()}`
}
