/** What a column of whole numbers holds on both databases. */
const maxRank = 2 ** 31 - 1
/** The distance of neighbours, which leaves room for rows that move between them. */
const widestGap = 2 ** 14

/**
 * Returns a rank for each row of a list, falling from the first to the last. Rows keep their rank as far as they can, so
 * that one that moves doesn't renumber all others.
 * @param ranks the present ranks in the new sequence; 0 for a row that has none
 */
export function placeRanks(ranks: readonly number[]): number[] {
  const keeps = longestFall(ranks)
  const placed = [...ranks]
  for (let start = 0; start < ranks.length;) {
    if (keeps.has(start)) {
      start += 1
      continue
    }
    let end = start
    while (end < ranks.length && !keeps.has(end)) end += 1
    const count = end - start
    const below = end < ranks.length ? ranks[end]! : 0
    const above = start > 0 ? ranks[start - 1]! : Math.min(maxRank + 1, below + widestGap * (count + 1))
    const gap = Math.min(widestGap, Math.floor((above - below) / (count + 1)))
    if (gap < 1) return renumber(ranks.length)
    for (let i = start; i < end; i += 1) placed[i] = below + gap * (end - i)
    start = end
  }
  return placed
}

function renumber(count: number): number[] {
  const gap = Math.max(1, Math.min(widestGap, Math.floor(maxRank / (count + 1))))
  return Array.from({ length: count }, (_, i) => gap * (count - i))
}

/** The indexes of the longest part of a list, not necessarily connected, in which each rank is below the one before. */
function longestFall(ranks: readonly number[]): Set<number> {
  /** The index that ends the best fall of each length, and the index before each one in its fall. */
  const ends: number[] = []
  const before = new Int32Array(ranks.length).fill(-1)
  for (const [i, rank] of ranks.entries()) {
    if (rank <= 0) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ranks[ends[middle]!]! > rank) low = middle + 1
      else high = middle
    }
    if (low > 0) before[i] = ends[low - 1]!
    ends[low] = i
  }
  const kept = new Set<number>()
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]!) kept.add(i)
  return kept
}
