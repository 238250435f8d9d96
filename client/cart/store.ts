import type { CartLine } from '../../shared/cart.ts'
import type { Item } from '../../shared/catalogue.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import type { IsNews } from '../stream/sync.ts'
import type { CartState } from './state.ts'

type Draft = { cart: CartState }

export const cartKey = 'cart'

export function setCart({ cart }: Draft, lines: CartLine[]) {
  cart.kept = lines
  cart.keptAt = -Infinity
  cart.told = {}
  show(cart)
}

/** Shows a count before the store has agreed; 0 takes the line out. */
export function wantCount({ cart }: Draft, lineId: string, count: number) {
  cart.wanted[lineId] = count
  cart.busy[lineId] = true
  show(cart)
}

/** Shows the line as the store has it. */
export function settleCount({ cart }: Draft, lineId: string) {
  delete cart.wanted[lineId]
  delete cart.busy[lineId]
  show(cart)
}

/** What the answer knew already is not applied to it: of items it may have known more than the event. */
export function applyCart({ cart }: Draft, event: StreamEvent, isNews: IsNews) {
  if (!isNews(cartKey)) return
  if (event.type === 'cart.changed') {
    cart.kept = event.data.lines
    cart.keptAt = event.at
    show(cart)
  }
  if (event.type === 'item.changed') tell(cart, event.data.item._id, { at: event.at, item: inCart(event.data.item) })
  if (event.type === 'item.removed') tell(cart, event.data._id, { at: event.at, item: null })
}

function tell(cart: CartState, itemId: string, told: CartState['told'][string]) {
  cart.told[itemId] = told
  if (cart.kept?.some((line) => line.item._id === itemId)) show(cart)
}

const inCart = ({ _id, name, price, duration, logoLink, category }: Item): CartLine['item'] => ({
  _id,
  name,
  price,
  duration,
  logoLink,
  category: category._id,
})

function show(cart: CartState) {
  const { kept } = cart
  cart.lines =
    kept &&
    kept
      .flatMap((line) => asTold(cart, line))
      .map((line) => asWanted(cart, line))
      .filter((line) => line.count > 0)
  cart.count = (cart.lines ?? []).reduce((sum, line) => sum + line.count, 0)
}

/** Events of the cart and of items come on two streams, so that an older one of the cart may come last. */
function asTold({ told, keptAt }: CartState, line: CartLine): CartLine[] {
  const last = told[line.item._id]
  if (!last || last.at < keptAt) return [line]
  return last.item ? [{ ...line, item: last.item }] : []
}

function asWanted({ wanted }: CartState, line: CartLine): CartLine {
  const count = wanted[line._id]
  return count === undefined || count === line.count ? line : { ...line, count }
}
