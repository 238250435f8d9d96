import { cartRoutes } from '../../shared/cart/routes.ts'
import { describeMerge } from '../../shared/cart/rules.ts'
import type { NotAdded } from '../../shared/cart/schema.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { beginMerge, type DeviceLine, endMerge, type Merge, readDeviceCart, restartMerge } from './device-cart.ts'
import { cart } from './actions.ts'
import { showDeviceLines } from './visitor-lines.ts'

export type DeviceCartContext = Pick<Client, 'call' | 'send' | 'session' | 'store' | 'update'>

/** Shows a visitor what the device keeps for them, or adds it to the cart of the user who has logged in. */
export async function syncDeviceCart(context: DeviceCartContext, storage: Storage) {
  const userId = context.session.current()?.user._id
  if (userId) return mergeAll(context, storage, userId)
  const { lines } = readDeviceCart(storage)
  context.update((draft) => showDeviceLines(draft, lines))
}

/**
 * Sends each merge until the server answers. Without an answer the merge stays on the device, with its key, for this
 * user alone: they may have it in their cart already.
 */
async function mergeAll(context: DeviceCartContext, storage: Storage, userId: string) {
  const { update } = context
  for (let merge = beginMerge(storage, userId); merge; merge = beginMerge(storage, userId)) {
    update((draft) => void (draft.cart.merge = 'sending'))
    try {
      if (await isTooOldToRepeat(context, storage, merge)) continue
      const lines = merge.lines.map(({ item, count }) => ({ item: item._id, count }))
      const answer = await context.send(cartRoutes.mergeCart, { lines }, { ...cart, key: merge.key })
      endMerge(storage, merge.key)
      const message = describeMerge(withNames(answer.notAdded, merge.lines))
      const isComplete = answer.notAdded.length === 0
      update((draft) => void (draft.cart.mergeNotice = { message, isComplete }))
    } catch (error) {
      if (!isFailure(error)) throw error
      if (!isRefused(error.status)) return update((draft) => void (draft.cart.merge = 'waiting'))
      endMerge(storage, merge.key)
      update((draft) => void (draft.cart.mergeNotice = { message: error.message, isComplete: false }))
    }
  }
  if (context.store.getState().cart.merge !== 'none') update((draft) => void (draft.cart.merge = 'none'))
}

/** The device still has the names of items that the server has deleted. */
const withNames = (notAdded: NotAdded[], lines: DeviceLine[]) =>
  notAdded.map((line) => ({ ...line, name: line.name ?? lines.find(({ item }) => item._id === line.item)!.item.name }))

/** The server remembers a key for 24 hours. */
const maxKeyAgeMs = 23 * 3_600_000

/** After that, only what is not in the cart is sent, with another key: nothing is added twice. */
async function isTooOldToRepeat({ call }: DeviceCartContext, storage: Storage, merge: Merge): Promise<boolean> {
  if (Date.now() - merge.startedAt < maxKeyAgeMs) return false
  const { answer } = await call(cartRoutes.cart, {})
  const isInCart = (itemId: string) => answer.data.some(({ item }) => item._id === itemId)
  restartMerge(
    storage,
    merge,
    merge.lines.filter(({ item }) => !isInCart(item._id)),
  )
  return true
}

/** The server will never accept these lines. 401, 403 and 429 are about the caller. */
const isRefused = (status: number) => [400, 404, 413, 422].includes(status)
