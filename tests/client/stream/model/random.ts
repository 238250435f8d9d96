export type Random = ReturnType<typeof createRandom>

/** A seeded pseudorandom number generator (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0

  function fraction() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** An integer from 0 to `limit` - 1. */
  const below = (limit: number) => Math.floor(fraction() * limit)

  return {
    below,
    chance: (probability: number) => fraction() < probability,
    pick: <T>(items: readonly T[]): T => items[below(items.length)]!,
    /** Removes a random item from a list and returns it. */
    take: <T>(items: T[]): T => items.splice(below(items.length), 1)[0]!,
  }
}
