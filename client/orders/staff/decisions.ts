import type { ActionContext } from '../../action-context.ts'
import { changeDelivery, completeOrder, refundOrder, rejectPayment, verifyPayment } from './actions.ts'

/** Each is an action of the order state machine. */
export type Decision = 'verify' | 'reject' | 'complete' | 'changeDelivery' | 'refund'

type DecisionTexts = { title: string; text: string; confirm: string; busy: string; done: string; failed: string }

/** The texts of each decision: the question, the button while idle and busy, and the outcome. */
export const decisions: Record<Decision, DecisionTexts> = {
  verify: {
    title: 'Verify this payment?',
    text: 'Confirm that the money has arrived. The customer is notified right away.',
    confirm: 'Verify payment',
    busy: 'Verifying…',
    done: 'Payment verified',
    failed: 'Failed to verify the payment',
  },
  reject: {
    title: 'Reject this payment?',
    text: 'The order is closed, and the customer sees the reason.',
    confirm: 'Reject payment',
    busy: 'Rejecting…',
    done: 'Payment rejected',
    failed: 'Failed to reject the payment',
  },
  complete: {
    title: 'Complete this order?',
    text: 'Confirm that everything is delivered. The customer is notified right away.',
    confirm: 'Complete order',
    busy: 'Completing…',
    done: 'Order completed',
    failed: 'Failed to complete the order',
  },
  changeDelivery: {
    title: 'Change the delivery?',
    text: 'The customer is notified and opens this one from now on.',
    confirm: 'Change delivery',
    busy: 'Saving…',
    done: 'Delivery updated',
    failed: 'Failed to change the delivery',
  },
  refund: {
    title: 'Refund this payment?',
    text: 'Confirm that you have sent the money back. The customer sees the reason.',
    confirm: 'Refund payment',
    busy: 'Refunding…',
    done: 'Payment refunded',
    failed: 'Failed to refund the payment',
  },
}

/** Suggested reasons, which the customer sees. */
export const suggestedReasons = {
  reject: [
    'The transfer has not arrived.',
    'The amount received does not match the order.',
    'The reference belongs to another payment.',
    'The transfer was sent to a different account.',
    'The transfer was reversed by the bank.',
  ],
  refund: [
    'You asked for your money back.',
    'The service is no longer available.',
    'The order was paid twice.',
    'We could not deliver in time.',
  ],
} as const

/**
 * Carries out a decision on an order.
 * @param text the reason for a rejection or refund, or the delivery note
 */
export function decide(context: ActionContext, decision: Decision, id: string, text: string) {
  switch (decision) {
    case 'verify':
      return verifyPayment(context, id)
    case 'reject':
      return rejectPayment(context, id, text)
    case 'complete':
      return completeOrder(context, id, text || undefined)
    case 'changeDelivery':
      return changeDelivery(context, id, text)
    case 'refund':
      return refundOrder(context, id, text)
  }
}
