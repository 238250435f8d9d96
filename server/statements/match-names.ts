import { foldText } from '../../shared/search-text.ts'
import type { ParsedLine } from './format.ts'
import type { MatchOrder } from './judge-amount.ts'

/** Both names, of which banks often shorten the first to its initial. */
export function isNamed({ first, last }: Name, words: Set<string>): boolean {
  if (last.length === 0 || !last.every((word) => words.has(word))) return false
  return first.length === 0 || first.some((word) => words.has(word) || words.has(word[0]!))
}

type Name = { first: string[]; last: string[] }
export const nameOfOrder = ({ firstName, lastName }: MatchOrder): Name => ({
  first: nameWords(firstName),
  last: nameWords(lastName),
})
const nameWords = (name: string) =>
  foldText(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)

/** The names as the line writes them. */
export function marksOf({ payer, text }: ParsedLine, wanted: string[]): string[] {
  const folded = new Set(wanted.flatMap(nameWords))
  return [...new Set(`${payer} ${text}`.split(/[^\p{L}]+/u).filter((word) => folded.has(foldText(word))))]
}
