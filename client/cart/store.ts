import type { CartLine } from '../../shared/cart/schema.ts'
import { toCartItem } from '../../shared/cart/rules.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import type { IsNewerThanSnapshot } from '../stream/sync.ts'
import type { CartState } from './state.ts'
import { updateVisitorLines } from './visitor-lines.ts'

type Draft = { cart: CartState }

export const cartKey = 'cart'

export function setCart({ cart }: Draft, lines: CartLine[]) {
  cart.serverLines = lines
  cart.serverLinesAt = -Infinity
  cart.latestItems = {}
  updateLines(cart)
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
  if (event.type === 'cart.changed') {
    cart.serverLines = event.data.lines
    cart.serverLinesAt = event.at
    updateLines(cart)
  }
  if (event.type === 'item.changed') {
    setItem(cart, event.data.item._id, { at: event.at, item: toCartItem(event.data.item) })
  }
  if (event.type === 'item.removed') setItem(cart, event.data._id, { at: event.at, item: null })
}

function setItem(cart: CartState, itemId: string, latest: CartState['latestItems'][string]) {
  cart.latestItems[itemId] = latest
  if (cart.serverLines?.some((line) => line.item._id === itemId)) updateLines(cart)
  if (cart.deviceLines.some((line) => line.item._id === itemId)) updateVisitorLines(cart)
}

function updateLines(cart: CartState) {
  const { serverLines } = cart
  cart.lines =
    serverLines &&
    serverLines
      .flatMap((line) => withLatestItem(cart, line))
      .map((line) => withRequestedCount(cart, line))
      .filter((line) => line.count > 0)
  cart.count = (cart.lines ?? []).reduce((sum, line) => sum + line.count, 0)
}

/** Events of the cart and of items come on two streams, so an older event of the cart may arrive last. */
function withLatestItem({ latestItems, serverLinesAt }: CartState, line: CartLine): CartLine[] {
  const latest = latestItems[line.item._id]
  if (!latest || latest.at < serverLinesAt) return [line]
  return latest.item ? [{ ...line, item: latest.item }] : []
}

function withRequestedCount({ requestedCounts }: CartState, line: CartLine): CartLine {
  const count = requestedCounts[line._id]
  return count === undefined || count === line.count ? line : { ...line, count }
}
