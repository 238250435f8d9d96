import * as z from 'zod/mini'
import { CartItem, LineQuantity, maxCartLines } from '../../shared/cart/schema.ts'
import { Dollars } from '../../shared/contract.ts'
import { newKey } from '../api/idempotent-retry.ts'
import { deviceCartKey } from './storage-keys.ts'

const maxMerges = 5

/** An item as it was when it was added, and how many. */
const DeviceLine = z.object({ item: CartItem, count: LineQuantity, priceWhenAdded: Dollars })
export type DeviceLine = z.output<typeof DeviceLine>
const Lines = z.array(DeviceLine).check(z.maxLength(maxCartLines))

/** Lines on their way into a user's cart: they count as the visitor's no longer, and are sent until there is an answer. */
const Merge = z.object({ key: z.string(), user: z.string(), startedAt: z.number(), lines: Lines })
export type Merge = z.output<typeof Merge>

const DeviceCart = z.object({
  /** The Idempotency-Key of exactly these lines, so that two tabs send one request. */
  key: z.string(),
  lines: Lines,
  merges: z.array(Merge).check(z.maxLength(maxMerges)),
})
type DeviceCart = z.output<typeof DeviceCart>

/** The cart that the device keeps; an empty one if there is none, or something else in its place. */
export function readDeviceCart(storage: Storage): DeviceCart {
  const cart = z.safeDecode(DeviceCart, parseJson(storage.getItem(deviceCartKey)) as z.input<typeof DeviceCart>)
  return cart.data ?? { key: newKey(), lines: [], merges: [] }
}

/** Replaces the visitor's lines. */
export function setDeviceLines(storage: Storage, lines: DeviceLine[]) {
  write(storage, { ...readDeviceCart(storage), key: newKey(), lines })
}

/**
 * The oldest merge of a user that has no answer yet; otherwise the visitor's lines become one. Both in one write, so
 * that a crash can't leave them in both places.
 */
export function beginMerge(storage: Storage, user: string): Merge | null {
  const cart = readDeviceCart(storage)
  const unanswered = cart.merges.find((merge) => merge.user === user)
  if (unanswered || cart.lines.length === 0) return unanswered ?? null
  const merge = { key: cart.key, user, startedAt: Date.now(), lines: cart.lines }
  write(storage, { key: newKey(), lines: [], merges: [...cart.merges, merge].slice(-maxMerges) })
  return merge
}

export function endMerge(storage: Storage, key: string) {
  const cart = readDeviceCart(storage)
  write(storage, { ...cart, merges: cart.merges.filter((merge) => merge.key !== key) })
}

/** Sends other lines, with a key of their own, in place of those of a merge. */
export function restartMerge(storage: Storage, { key, user }: Merge, lines: DeviceLine[]) {
  const cart = readDeviceCart(storage)
  const restarted = { key: newKey(), user, startedAt: Date.now(), lines }
  const merges = cart.merges.map((merge) => (merge.key === key ? restarted : merge))
  write(storage, { ...cart, merges: merges.filter((merge) => merge.lines.length > 0) })
}

/** If the storage is full or forbidden, the lines last as long as the page. */
function write(storage: Storage, cart: DeviceCart) {
  try {
    if (cart.lines.length === 0 && cart.merges.length === 0) storage.removeItem(deviceCartKey)
    else storage.setItem(deviceCartKey, JSON.stringify(z.encode(DeviceCart, cart)))
  } catch (error) {
    console.warn('Could not store the cart', error)
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
