import type { CartLine } from '../../shared/cart/schema.ts'

export type CartState = {
  /** The lines on screen: the server's, with the user's unconfirmed changes. null before they are loaded. */
  lines: CartLine[] | null
  /** The sum of the counts. */
  count: number
  /** Lines with a change that is being sent. */
  busy: Record<string, true>
  /** The server's lines, as of `serverLinesAt`. */
  serverLines: CartLine[] | null
  serverLinesAt: number
  /** Unconfirmed counts by line; 0 removes it. */
  requestedCounts: Record<string, number>
  /** The last event of each item, null after it was removed. An older event of the cart may arrive later. */
  latestItems: Record<string, { at: number; item: CartLine['item'] | null }>
}

export const initialCart = (): CartState => ({
  lines: null,
  count: 0,
  busy: {},
  serverLines: null,
  serverLinesAt: -Infinity,
  requestedCounts: {},
  latestItems: {},
})
