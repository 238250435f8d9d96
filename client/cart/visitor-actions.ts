import { cartRoutes } from '../../shared/cart/routes.ts'
import { describeFullCart, describeMaxQuantity } from '../../shared/cart/rules.ts'
import { maxCartLines, maxLineQuantity } from '../../shared/cart/schema.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { toCartItem } from '../../shared/cart/rules.ts'
import { CallFailed } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { type DeviceLine, readDeviceCart, setDeviceLines } from './device-cart.ts'
import { cartKey } from './store.ts'
import { setVisitorItems, showDeviceLines } from './visitor-lines.ts'

type Context = Pick<Client, 'store' | 'update' | 'storage'>

/** Keeps an item on the device until its visitor logs in. @throws CallFailed beyond the limits of a cart */
export const addForVisitor = (context: Context, item: Item, count: number) =>
  addVisitorLine(context, { item: toCartItem(item), count, priceWhenAdded: item.price })

/** Adds a line, or its count to the line of its item. @throws CallFailed beyond the limits of a cart */
export function addVisitorLine(context: Context, { item, count, priceWhenAdded }: DeviceLine) {
  const lines = readLines(context)
  const line = lines.find((other) => other.item._id === item._id)
  if (!line && lines.length >= maxCartLines) throw new CallFailed(422, 'cart_full', describeFullCart())
  const total = (line?.count ?? 0) + count
  if (total > maxLineQuantity) throw new CallFailed(422, 'too_many_of_one', describeMaxQuantity())
  const added = { item, count: total, priceWhenAdded }
  changeLines(context, line ? lines.map((other) => (other === line ? added : other)) : [...lines, added])
}

export const changeVisitorCount = (context: Context, itemId: string, count: number) =>
  changeLines(
    context,
    readLines(context).map((line) => (line.item._id === itemId ? { ...line, count } : line)),
  )

export const removeForVisitor = (context: Context, itemId: string) =>
  changeLines(
    context,
    readLines(context).filter(({ item }) => item._id !== itemId),
  )

/** Loads the current prices of a visitor's items, and which are still for sale. @throws CallFailed */
export const loadVisitorItems = (context: Client, ids: string[], signal?: AbortSignal) =>
  context.load(
    cartRoutes.cartItems,
    { ids: ids.join(',') },
    {
      snapshotKey: cartKey,
      streams: ['catalogue'],
      signal,
      write: (draft, { data }) => setVisitorItems(draft, ids, data),
    },
  )

/** As stored, because another tab may have changed them; without storage, as shown. */
function readLines({ storage, store }: Context): DeviceLine[] {
  const opened = storage()
  return opened ? readDeviceCart(opened).lines : store.getState().cart.deviceLines
}

function changeLines({ storage, update }: Context, lines: DeviceLine[]) {
  const opened = storage()
  if (opened) setDeviceLines(opened, lines)
  update((draft) => showDeviceLines(draft, lines))
}
