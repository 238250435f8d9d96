import { cartRoutes } from '../../shared/cart/routes.ts'
import type { CartLine } from '../../shared/cart/schema.ts'
import type { ActionContext } from '../action-context.ts'
import type { State } from '../state.ts'
import { cartKey, setCart, setRequestedCount, settleCount } from './store.ts'

export const cart = {
  snapshotKey: cartKey,
  streams: ['user' as const, 'catalogue' as const],
  write: (draft: State, { data, unavailable }: { data: CartLine[]; unavailable?: CartLine[] | undefined }) =>
    setCart(draft, data, unavailable),
}

/** @throws CallFailed */
export const loadCart = (context: ActionContext, signal?: AbortSignal) =>
  context.load(cartRoutes.cart, {}, { ...cart, signal })

/** @throws CallFailed */
export const addToCart = (context: ActionContext, item: string, count = 1) =>
  context.idempotently(`add ${item} ${count}`, (key) =>
    context.send(cartRoutes.addToCart, { item, count }, { ...cart, key }),
  )

/** Shown at once. While a change is being sent, only the last of the following ones is sent. @throws CallFailed */
export const changeCount = (context: ActionContext, lineId: string, count: number) =>
  requestCount(context, lineId, count)

/** @throws CallFailed */
export const removeFromCart = (context: ActionContext, lineId: string) => requestCount(context, lineId, 0)

/** The lines being sent, by id. */
const sending = new WeakMap<ActionContext, Map<string, Promise<void>>>()

function requestCount(context: ActionContext, lineId: string, count: number): Promise<void> {
  context.update((draft) => setRequestedCount(draft, lineId, count))
  const lines = sending.get(context) ?? new Map<string, Promise<void>>()
  sending.set(context, lines)
  const promise = lines.get(lineId) ?? sendUntilSettled(context, lineId).finally(() => lines.delete(lineId))
  lines.set(lineId, promise)
  return promise
}

async function sendUntilSettled(context: ActionContext, lineId: string) {
  const requestedCount = () => context.store.getState().cart.requestedCounts[lineId]
  try {
    for (let sent: number | undefined; requestedCount() !== sent;) {
      sent = requestedCount()
      if (sent === undefined) break
      if (sent === 0) await context.send(cartRoutes.removeFromCart, { id: lineId }, cart)
      else await context.send(cartRoutes.changeCount, { id: lineId, count: sent }, cart)
    }
  } finally {
    context.update((draft) => settleCount(draft, lineId))
  }
}

export const dismissMergeNotice = ({ update }: ActionContext) => update((draft) => void (draft.cart.mergeNotice = null))
