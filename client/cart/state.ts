import type { CartLine } from '../../shared/cart.ts'

export type CartState = {
  /** What is shown: as the store has it, with what was asked of it and not answered yet. null before it is loaded. */
  lines: CartLine[] | null
  /** How many things are in it. */
  count: number
  /** Lines that wait for an answer. */
  busy: Record<string, true>
  /** As the store has it, told `keptAt`. */
  kept: CartLine[] | null
  keptAt: number
  /** What was asked for, by line: another count, or 0 to take it out. */
  wanted: Record<string, number>
  /** The last that was told of items, null for one that is not sold any more; older events of the cart may still come. */
  told: Record<string, { at: number; item: CartLine['item'] | null }>
}

export const initialCart = (): CartState => ({
  lines: null,
  count: 0,
  busy: {},
  kept: null,
  keptAt: -Infinity,
  wanted: {},
  told: {},
})
