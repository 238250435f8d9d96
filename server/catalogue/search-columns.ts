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
export function searchColumns({ name, brand, shortDescription, accountType, features = [], description }: Searched) {
  const nameWords = new Set([...foldText(name).split(' '), ...withParts(wordsOf(name))])
  const rest = [brand, shortDescription, accountType, ...features, description && textOf(description)]
  const words = new Set([...nameWords, ...withParts(wordsOf(rest.filter(Boolean).join(' ')))])
  return {
    sortName: name.toLowerCase(),
    searchName: searchText(...nameWords),
    searchText: searchText(...[...words].slice(0, maxWords)),
  }
}

/** A compound is found by its parts, too: 'sign-in' by 'sign'. */
const withParts = (words: string[]) =>
  words.flatMap((word) => [word, ...(/[-/_–—]/.test(word) ? word.split(/[-/_–—]+/).filter(isWord) : [])])

const isWord = (part: string) => part.length > 2

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

const textOf = (html: string) =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
