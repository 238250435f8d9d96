import type { PaymentProgress } from '../../shared/payments/progress.ts'
import type { EventBus } from '../events/event-bus.ts'

/** How many orders' progress a process remembers. */
const maxRemembered = 5000

/** Sends the progress of transfers to the sockets that watch their orders. */
export function createProgress(bus: EventBus) {
  const last = new Map<string, PaymentProgress>()
  return {
    set(next: PaymentProgress) {
      const before = last.get(next.orderId)
      if (before && JSON.stringify(before) === JSON.stringify(next)) return
      last.delete(next.orderId)
      last.set(next.orderId, next)
      if (last.size > maxRemembered) last.delete(last.keys().next().value!)
      bus.publish('ephemeral', {
        rooms: [`order:${next.orderId}`],
        exceptRoom: 'nobody',
        name: 'payment.progress',
        data: next,
      })
    },
    of: (orderId: string): PaymentProgress | null => last.get(orderId) ?? null,
  }
}

export type Progress = ReturnType<typeof createProgress>
