export type Random = ReturnType<typeof createRandom>

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0

  function fraction() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number) => Math.floor(fraction() * most)

  return {
    below,
    chance: (share: number) => fraction() < share,
    pick: <T>(some: readonly T[]): T => some[below(some.length)]!,
    /** Takes one out of a list. */
    take: <T>(some: T[]): T => some.splice(below(some.length), 1)[0]!,
  }
}
