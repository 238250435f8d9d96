import type { CartLine } from '../../shared/cart/schema.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import type { DeviceLine } from './device-cart.ts'

/** A line of a visitor's cart; an item that is no longer for sale can't be ordered. */
export type VisitorLine = DeviceLine & { isAvailable: boolean }

/** A user's cart as it is on screen. */
export type ShownCart = { lines: CartLine[]; unavailable: CartLine[] }

export type CartState = {
  /** The lines on screen: the server's, with the user's unconfirmed changes. null before they are loaded. */
  lines: CartLine[] | null
  /** Lines whose items are no longer for sale, which can only be removed. */
  unavailable: CartLine[]
  /** The sum of the counts of `lines`. */
  count: number
  /** Lines with a change that is being sent. */
  busy: Record<string, true>
  /** The server's lines of both kinds, as of `serverLinesAt`. */
  serverLines: CartLine[] | null
  serverLinesAt: number
  /** Unconfirmed counts by line; 0 removes it. */
  requestedCounts: Record<string, number>
  /** The latest news of each item, null when it isn't for sale. An older event of the cart may arrive later. */
  latestItems: Record<string, { at: number; item: CartLine['item'] | null }>
  /** A checkout whose answer was lost: its order may exist. */
  unanswered?: { cart: ShownCart; method: PaymentMethod } | undefined
  /** What the device keeps for a visitor; empty for users. */
  deviceLines: DeviceLine[]
  /** The same as it is now. */
  visitorLines: VisitorLine[]
  /** Whether the lines of the device are being added to the user's cart, or wait for the server to be reached. */
  merge: 'none' | 'sending' | 'waiting'
  /** What came of it, until it has been shown. */
  mergeNotice: { message: string; isComplete: boolean } | null
}

export const initialCart = (): CartState => ({
  lines: null,
  unavailable: [],
  count: 0,
  busy: {},
  serverLines: null,
  serverLinesAt: -Infinity,
  requestedCounts: {},
  latestItems: {},
  deviceLines: [],
  visitorLines: [],
  merge: 'none',
  mergeNotice: null,
})
