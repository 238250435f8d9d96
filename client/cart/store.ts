import type { CartLine } from '../../shared/cart/schema.ts'
import { toCartItem } from '../../shared/cart/rules.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import type { IsNewerThanSnapshot } from '../stream/sync.ts'
import type { CartState } from './state.ts'
import { updateVisitorLines } from './visitor-lines.ts'

type Draft = { cart: CartState }

export const cartKey = 'cart'

export function setCart({ cart }: Draft, lines: CartLine[], unavailable?: CartLine[]) {
  cart.latestItems = {}
  setServerLines(cart, -Infinity, lines, unavailable)
}

/** Shows a count before the server has confirmed it; 0 removes the line. */
export function setRequestedCount({ cart }: Draft, lineId: string, count: number) {
  cart.requestedCounts[lineId] = count
  cart.busy[lineId] = true
  updateLines(cart)
}

/** Shows the server's count again. */
export function settleCount({ cart }: Draft, lineId: string) {
  delete cart.requestedCounts[lineId]
  delete cart.busy[lineId]
  updateLines(cart)
}

/** Skips events that the last answer included: of items, it may be newer than the event. */
export function applyCart({ cart }: Draft, event: StreamEvent, isNewerThanSnapshot: IsNewerThanSnapshot) {
  if (!isNewerThanSnapshot(cartKey)) return
  if (event.type === 'cart.changed') setServerLines(cart, event.at, event.data.lines, event.data.unavailable)
  if (event.type === 'item.changed') {
    setItem(cart, event.data.item._id, { at: event.at, item: toCartItem(event.data.item) })
  }
  if (event.type === 'item.removed') setItem(cart, event.data._id, { at: event.at, item: null })
}

function setServerLines(cart: CartState, at: number, lines: CartLine[], unavailable: CartLine[] = []) {
  cart.serverLines = [...lines, ...unavailable]
  cart.serverLinesAt = at
  for (const { item } of unavailable) {
    const known = cart.latestItems[item._id]
    if (!known || known.at < at) cart.latestItems[item._id] = { at, item: null }
  }
  updateLines(cart)
}

function setItem(cart: CartState, itemId: string, latest: CartState['latestItems'][string]) {
  // An older event of an item that the cart has as not for sale.
  const known = cart.latestItems[itemId]
  if (known?.item === null && known.at > latest.at) return
  cart.latestItems[itemId] = latest
  if (cart.serverLines?.some((line) => line.item._id === itemId)) updateLines(cart)
  if (cart.deviceLines.some((line) => line.item._id === itemId)) updateVisitorLines(cart)
}

/** Events of the cart and of items come on two streams, so an older event of the cart may arrive last. */
function updateLines(cart: CartState) {
  const lines: CartLine[] = []
  cart.unavailable = []
  for (const line of cart.serverLines ?? []) {
    const latest = cart.latestItems[line.item._id]
    const item = latest && latest.at >= cart.serverLinesAt ? latest.item : line.item
    const count = cart.requestedCounts[line._id] ?? line.count
    if (count > 0) (item ? lines : cart.unavailable).push({ ...line, item: item ?? line.item, count })
  }
  cart.lines = cart.serverLines && lines
  cart.count = lines.reduce((sum, line) => sum + line.count, 0)
}
