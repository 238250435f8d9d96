import { foldText, searchText } from '../../shared/search-text.ts'
import { wordsOf } from '../../shared/catalogue/query-words.ts'

type Searched = {
  name: string
  brand?: string | undefined
  shortDescription?: string | undefined
  accountType?: string | undefined
  features?: string[] | undefined
  /** HTML. */
  description?: string | undefined
}

/** A description has up to 16,000 characters; the words beyond these aren't searched. */
const maxWords = 600

/**
 * The columns that items are sorted and searched by, computed here so that both databases agree. `searchText` has each
 * word once, those of the name first.
 */
export function searchColumns(item: Searched) {
  const { name } = item
  const nameWords = new Set([...foldText(name).split(' '), ...withParts(wordsOf(name))])
  const words = new Set([...nameWords, ...withParts(wordsOf(searchedText(item)))])
  return {
    sortName: name.toLowerCase(),
    searchName: searchText(...nameWords),
    searchText: searchText(...[...words].slice(0, maxWords)),
  }
}

/** All that an item is searched by, as it is written. */
export const searchedText = ({ name, brand, shortDescription, accountType, features = [], description }: Searched) =>
  [name, brand, shortDescription, accountType, ...features, description && textOf(description)]
    .filter(Boolean)
    .join(' ')

/** A compound is found by its parts, too: 'sign-in' by 'sign', '腾讯视频' by '视频'. */
const withParts = (words: string[]) =>
  words.flatMap((word) => [
    word,
    ...(/[-/_–—]/.test(word) ? word.split(/[-/_–—]+/).filter(isWord) : []),
    ...(word.match(unspaced) ?? []).flatMap(pairsOf),
  ])

const isWord = (part: string) => part.length > 2

/** Chinese, Japanese and Korean words stand next to each other without a blank, and most have two characters. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}]{2,}/gu

/** Each character with the one that follows. */
function pairsOf(text: string): string[] {
  const characters = [...text]
  return characters.map((first, i) => first + (characters[i + 1] ?? ''))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

const textOf = (html: string) =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
