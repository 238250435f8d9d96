import type { PaymentState } from './ledger-schema.ts'

type Money = { paymentStatus: string; total: number; received: number; payments: readonly { state: PaymentState }[] }

/**
 * What is missing of an order that some money has arrived for, in cents: 0 without any, once it is complete or no longer
 * waits for its payment, and while another transfer is on its way.
 */
export function restOf({ paymentStatus, total, received, payments }: Money): number {
  const isOpen = paymentStatus === 'pending' || paymentStatus === 'paid'
  const hasArrived = payments.some(({ state }) => state === 'final')
  const isOnItsWay = payments.some(({ state }) => state === 'seen' || state === 'confirming')
  return isOpen && hasArrived && !isOnItsWay ? Math.max(0, total - received) : 0
}
