import type { Client } from '../client.ts'
import { completeOrder, refundOrder, rejectPayment, verifyPayment } from './actions.ts'

export type Decision = 'verify' | 'reject' | 'complete' | 'refund'

type Words = { title: string; text: string; confirm: string; busy: string; done: string; failed: string }

/** What staff may decide, and the words for asking, doing and telling it. */
export const decisions: Record<Decision, Words> = {
  verify: {
    title: 'Verify this payment?',
    text: 'The money has arrived. The customer is told at once.',
    confirm: 'Verify payment',
    busy: 'Verifying…',
    done: 'Payment verified',
    failed: 'Failed to verify the payment',
  },
  reject: {
    title: 'Reject this payment?',
    text: 'The order is closed, and the customer is told the reason.',
    confirm: 'Reject payment',
    busy: 'Rejecting…',
    done: 'Payment rejected',
    failed: 'Failed to reject the payment',
  },
  complete: {
    title: 'Complete this order?',
    text: 'Everything is delivered. The customer is told at once.',
    confirm: 'Complete order',
    busy: 'Completing…',
    done: 'Order completed',
    failed: 'Failed to complete the order',
  },
  refund: {
    title: 'Refund this payment?',
    text: 'You have sent the money back. Points that the order earned are taken back with it.',
    confirm: 'Refund payment',
    busy: 'Refunding…',
    done: 'Payment refunded',
    failed: 'Failed to refund the payment',
  },
}

export const usualReasons = {
  reject: [
    'The transfer has not arrived.',
    'The amount that arrived is not the amount of the order.',
    'The reference belongs to another payment.',
    'The transfer was sent to another account.',
    'The transfer was reversed by the bank.',
  ],
  refund: [
    'You asked for your money back.',
    'The service is not available any more.',
    'The order was paid twice.',
    'We could not deliver in time.',
  ],
} as const

/** `words`: the reason of a rejection or refund, the delivery note of a completion. */
export function decide(client: Client, decision: Decision, id: string, words: string) {
  switch (decision) {
    case 'verify':
      return verifyPayment(client, id)
    case 'reject':
      return rejectPayment(client, id, words)
    case 'complete':
      return completeOrder(client, id, words || undefined)
    case 'refund':
      return refundOrder(client, id, words)
  }
}
