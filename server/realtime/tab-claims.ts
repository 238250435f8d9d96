import type { AppContext } from '../app-context.ts'
import { runMutation } from '../events/mutation.ts'
import { releaseAbandonedClaim } from '../orders/claim.ts'
import type { AppSocket } from './typed-socket.ts'

/** A page reload or a lost connection is back within this. */
const gracePeriodMs = 5000

type Holders = { userId: string; sockets: Set<AppSocket>; releaseTimer?: NodeJS.Timeout }

/** A claim as processes announce it. */
const claimKey = (userId: string, orderId: string) => `${userId} ${orderId}`

/** Ends the claim of a member of staff when the last of their tabs that holds it has gone, however it went. */
export function createTabClaims(app: AppContext) {
  /** By order. Colleagues may still be listed from before the claim changed hands, so each has an entry. */
  const held = new Map<string, Holders[]>()
  let heldElsewhere = new Set<string>()

  app.bus.subscribe('peers', (peers) => void (heldElsewhere = new Set(peers.flatMap(({ claiming }) => claiming))))

  function hold(socket: AppSocket, userId: string, orderId: string) {
    const all = held.get(orderId) ?? []
    held.set(orderId, all)
    let holders = all.find((one) => one.userId === userId)
    if (!holders) all.push((holders = { userId, sockets: new Set() }))
    clearTimeout(holders.releaseTimer)
    holders.sockets.add(socket)
  }

  function letGo(socket: AppSocket, orderId: string) {
    const holders = held.get(orderId)?.find(({ sockets }) => sockets.has(socket))
    if (!holders) return
    holders.sockets.delete(socket)
    if (holders.sockets.size > 0) return
    const since = new Date()
    holders.releaseTimer = setTimeout(() => {
      forget(orderId, holders)
      // A tab that is connected to another process.
      if (heldElsewhere.has(claimKey(holders.userId, orderId))) return
      runMutation(app, (ctx) => releaseAbandonedClaim(ctx, holders.userId, orderId, since)).catch((error: unknown) =>
        // It expires by itself.
        app.log.error({ err: error, orderId }, 'an abandoned claim could not be released'),
      )
    }, gracePeriodMs).unref()
  }

  function forget(orderId: string, holders: Holders) {
    const others = held.get(orderId)!.filter((one) => one !== holders)
    if (others.length > 0) held.set(orderId, others)
    else held.delete(orderId)
  }

  function stop() {
    for (const holders of [...held.values()].flat()) clearTimeout(holders.releaseTimer)
    held.clear()
  }

  /** The claims that tabs on this process hold, for `announce`. */
  const list = () =>
    [...held].flatMap(([orderId, all]) =>
      all.filter(({ sockets }) => sockets.size > 0).map(({ userId }) => claimKey(userId, orderId)),
    )

  return { hold, letGo, list, stop }
}
