import type { CartItem } from '../../shared/cart/schema.ts'
import type { DeviceLine } from './device-cart.ts'
import type { CartState } from './state.ts'

type Draft = { cart: CartState }

/** Shows the lines that the device keeps for a visitor. */
export function showDeviceLines({ cart }: Draft, lines: DeviceLine[]) {
  cart.deviceLines = lines
  updateVisitorLines(cart)
}

/** Stores what the server says about the items of a visitor's cart; those it leaves out are not for sale. */
export function setVisitorItems({ cart }: Draft, ids: string[], items: CartItem[]) {
  cart.latestItems = Object.fromEntries(
    ids.map((id) => [id, { at: -Infinity, item: items.find(({ _id }) => _id === id) ?? null }]),
  )
  updateVisitorLines(cart)
}

/** Combines the lines with the latest news of their items. */
export function updateVisitorLines(cart: CartState) {
  cart.visitorLines = cart.deviceLines.map(({ item, ...line }) => {
    const latest = cart.latestItems[item._id]
    return { ...line, item: latest?.item ?? item, isAvailable: latest?.item !== null }
  })
  cart.count = cart.visitorLines.reduce((sum, { count, isAvailable }) => sum + (isAvailable ? count : 0), 0)
}
