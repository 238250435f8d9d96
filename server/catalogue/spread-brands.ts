/** Two rows without a brand have nothing in common. */
const isSame = (a: { brand: string } | undefined, b: { brand: string } | undefined) =>
  a !== undefined && b !== undefined && a.brand !== '' && a.brand === b.brand

/**
 * Moves rows as little as possible so that no two of one brand follow each other, as far as there are others to put
 * between them. The first row stays first, and the last differs in brand from the row that `next` says will follow.
 */
export function spreadBrands<Row extends { brand: string }>(rows: readonly Row[], next?: { brand: string }): Row[] {
  const placed: Row[] = []
  /** Rows that would have followed their own brand, all of one brand. */
  const waiting: Row[] = []
  const placeWaiting = () => {
    if (waiting.length > 0 && !isSame(placed.at(-1), waiting[0])) placed.push(waiting.shift()!)
  }
  for (const row of rows) {
    placeWaiting()
    if (isSame(placed.at(-1), row)) waiting.push(row)
    else placed.push(row)
  }
  placeWaiting()
  if (placed.length > 1 && isSame(placed.at(-1), next)) waiting.push(placed.pop()!)
  return waiting.length > 0 ? insertFromEnd(placed, waiting) : placed
}

/** Puts rows of one brand into the last gaps between others; those that don't fit anywhere follow at the end. */
function insertFromEnd<Row extends { brand: string }>(placed: readonly Row[], waiting: readonly Row[]): Row[] {
  const left = [...waiting]
  const reversed: Row[] = []
  for (let i = placed.length - 1; i >= 0; i -= 1) {
    const row = placed[i]!
    reversed.push(row)
    if (i > 0 && left.length > 0 && !isSame(row, left[0]) && !isSame(placed[i - 1], left[0])) reversed.push(left.pop()!)
  }
  return [...reversed.toReversed(), ...left]
}
