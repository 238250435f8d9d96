import type { ClientMessageName } from '../../shared/client-messages.ts'

type Send = (name: Extract<ClientMessageName, 'watch' | 'unwatch'>, data: WatchMessage) => Promise<boolean>
type WatchMessage = { orderId: string; claiming?: true }

/** The orders whose viewers and queue places this tab shows, so that a new connection can subscribe to them again. */
export function createOrderWatches(send: Send) {
  /** How many components watch each order, and how many of them hold its claim. */
  const watches = new Map<string, { count: number; claims: number }>()

  function sendWatch(orderId: string) {
    const isClaiming = (watches.get(orderId)?.claims ?? 0) > 0
    void send('watch', { orderId, ...(isClaiming && { claiming: true }) })
  }

  return {
    /** Subscribes again after a new connection. */
    resend() {
      for (const orderId of watches.keys()) sendWatch(orderId)
    },
    /**
     * Subscribes to who is viewing an order and its place in the queue. Returns the function that unsubscribes, and says
     * whether nobody in this tab watches the order any more.
     * @param isClaiming this tab holds the order's claim, which ends when no tab that holds it is left
     */
    watch(orderId: string, isClaiming = false) {
      const watch = watches.get(orderId) ?? { count: 0, claims: 0 }
      watches.set(orderId, watch)
      watch.count += 1
      if (isClaiming) watch.claims += 1
      if (watch.count === 1 || (isClaiming && watch.claims === 1)) sendWatch(orderId)
      return () => {
        watch.count -= 1
        if (isClaiming) watch.claims -= 1
        if (watch.count > 0) {
          if (isClaiming && watch.claims === 0) sendWatch(orderId)
          return false
        }
        watches.delete(orderId)
        void send('unwatch', { orderId })
        return true
      }
    },
  }
}
