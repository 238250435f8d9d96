import { cartRoutes } from '../../shared/cart.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { cartKey, setCart, settleCount, wantCount } from './store.ts'

const cart = {
  slice: cartKey,
  streams: ['user' as const, 'catalogue' as const],
  write: (draft: State, { data }: { data: Parameters<typeof setCart>[1] }) => setCart(draft, data),
}

export const loadCart = (client: Client, signal?: AbortSignal) => client.load(cartRoutes.cart, {}, { ...cart, signal })

/** @throws CallFailed */
export const addToCart = (client: Client, item: string, count = 1) =>
  client.attempt(`add ${item} ${count}`, (key) => client.send(cartRoutes.addToCart, { item, count }, { ...cart, key }))

/** Shown at once. Of counts that are asked for faster than they are answered only the last is sent. */
export const changeCount = (client: Client, lineId: string, count: number) => want(client, lineId, count)

export const removeFromCart = (client: Client, lineId: string) => want(client, lineId, 0)

/** Lines that are being sent, by their ids. */
const sending = new WeakMap<Client, Map<string, Promise<void>>>()

function want(client: Client, lineId: string, count: number): Promise<void> {
  client.update((draft) => wantCount(draft, lineId, count))
  const lines = sending.get(client) ?? new Map<string, Promise<void>>()
  sending.set(client, lines)
  const sent = lines.get(lineId) ?? sendUntilAgreed(client, lineId).finally(() => lines.delete(lineId))
  lines.set(lineId, sent)
  return sent
}

async function sendUntilAgreed(client: Client, lineId: string) {
  const wanted = () => client.store.getState().cart.wanted[lineId]
  try {
    for (let sent: number | undefined; wanted() !== sent;) {
      sent = wanted()
      if (sent === undefined) break
      if (sent === 0) await client.send(cartRoutes.removeFromCart, { id: lineId }, cart)
      else await client.send(cartRoutes.changeCount, { id: lineId, count: sent }, cart)
    }
  } finally {
    client.update((draft) => settleCount(draft, lineId))
  }
}
