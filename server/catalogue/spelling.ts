/** A word that items have, and how many have it in their names and at all. */
export type KnownWord = { word: string; nameCount: number; itemCount: number }

const maxEdits = 2
/** Words of up to this length tolerate one wrong letter, longer ones two. */
const maxShortLength = 5
/** Shorter words are never the beginning of a longer one with a wrong letter. An ideograph says more than a letter. */
const minPrefixLength = 5
const minIdeographs = 3

/** Words with other signs, such as '100%', are taken as they are typed. */
const isSpelt = (word: string) => /^[\p{L}\p{M}\p{N}'’.&-]+$/u.test(word) && (word.match(/\p{L}/gu)?.length ?? 0) > 2

/** How many letters of a word may be wrong. */
export const editsOf = (word: string): number => {
  const { length } = [...word]
  if (!isSpelt(word)) return 0
  return length <= maxShortLength ? 1 : maxEdits
}

/**
 * Texts of at least three characters of which a word contains one if it differs by no more than `edits` letters: each wrong
 * letter spoils one of the pieces.
 * @param word with two blanks before it and one after, as in the table of words
 */
export function piecesOf(word: string, edits: number): string[] {
  const letters = [...`  ${word} `]
  const cuts = (count: number, shift: number) => {
    const size = letters.length / count
    const ends = Array.from({ length: count }, (_, i) =>
      i === count - 1 ? letters.length : Math.round(size * (i + 1)) + shift,
    )
    return ends.map((end, i) => letters.slice(i === 0 ? 0 : ends[i - 1], end).join(''))
  }
  // A second division, because two swapped letters may lie on both sides of a cut.
  const pieces = [...cuts(edits + 1, 0), ...(edits === 1 ? cuts(2, -1) : [])]
  return [...new Set(pieces.filter((piece) => [...piece].length >= 3))]
}

/**
 * The known words that a misspelt one may mean, the likeliest first: fewer wrong letters, the same first letter, words of
 * names, words of more items. A word that is still being typed may be the beginning of one.
 */
export function rankCorrections(misspelt: string, known: readonly KnownWord[], edits = editsOf(misspelt)): KnownWord[] {
  const letters = [...misspelt]
  const mask = maskOf(misspelt)
  return known
    .flatMap((one) => {
      if (countBits(mask & ~maskOf(one.word)) > edits || !isSpelt(one.word)) return []
      const distance = distanceTo(letters, [...one.word], edits)
      return distance === null ? [] : [{ one, cost: distance * 4 + penaltyOf(misspelt, one) }]
    })
    .toSorted((a, b) => a.cost - b.cost || b.one.itemCount - a.one.itemCount || (a.one.word < b.one.word ? -1 : 1))
    .map(({ one }) => one)
}

/** Which letters a word has, as bits; some share one. A letter that the other word doesn't have is one edit at least. */
function maskOf(word: string): number {
  let mask = 0
  for (let i = 0; i < word.length; i += 1) mask |= 1 << (word.charCodeAt(i) & 31)
  return mask
}

function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}

const penaltyOf = (misspelt: string, { word, nameCount }: KnownWord) =>
  (word[0] === misspelt[0] ? 0 : 2) + (nameCount > 0 ? 0 : 1)

/** Half an edit more for the beginning of a word than for a whole one. */
const prefixCost = 0.5

/** The number of letters to insert, remove, replace or swap with the next; null if there are more than `max`. */
function distanceTo(from: string[], to: string[], max: number): number | null {
  if (to.length < from.length - max) return null
  const mayBePrefix = from.length >= (/\p{Ideographic}/u.test(from[0] ?? '') ? minIdeographs : minPrefixLength)
  if (!mayBePrefix && to.length > from.length + max) return null
  const target = to.slice(0, from.length + max)
  let [beforeLast, last] = [[] as number[], target.map((_, j) => j + 1)]
  last.unshift(0)
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= target.length; j += 1) {
      const isSame = from[i - 1] === target[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && from[i - 1] === target[j - 2] && from[i - 2] === target[j - 1]
      if (isSwap) cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
    }
    if (Math.min(...row) > max) return null
    ;[beforeLast, last] = [last, row]
  }
  const whole = to.length > target.length ? Infinity : last[target.length]!
  const prefix = mayBePrefix ? Math.min(...last.slice(from.length - 1)) + prefixCost : Infinity
  const distance = Math.min(whole, prefix)
  return Math.floor(distance) > max ? null : distance
}
