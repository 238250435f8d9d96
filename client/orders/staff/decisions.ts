import type { ActionContext } from '../../action-context.ts'
import {
  changeDelivery,
  completeOrder,
  refundOrder,
  rejectPayment,
  reopenOrder,
  unverifyPayment,
  verifyPayment,
} from './actions.ts'

/** Each is an action of the order state machine. */
export type Decision = 'verify' | 'reject' | 'complete' | 'changeDelivery' | 'refund' | 'reopen' | 'unverify'

type DecisionTexts = {
  title: string
  /** @param order its number: '#ABC123' @param amount what it asks for: 'Rs 5,334' */
  text: (order: string, amount: string) => string
  confirm: string
  busy: string
  done: string
  failed: string
}

/** The texts of each decision: the question, the button while idle and busy, and the outcome. */
export const decisions: Record<Decision, DecisionTexts> = {
  verify: {
    title: 'Verify this payment?',
    text: () => 'Confirm that the money was received. The customer is notified right away.',
    confirm: 'Verify payment',
    busy: 'Verifying…',
    done: 'Payment verified',
    failed: 'The payment could not be verified',
  },
  reject: {
    title: 'Reject this payment?',
    text: (order, amount) => `This closes order ${order} for ${amount}. The customer will see your reason.`,
    confirm: 'Reject payment',
    busy: 'Rejecting…',
    done: 'Payment rejected',
    failed: 'The payment could not be rejected',
  },
  complete: {
    title: 'Complete this order?',
    text: (order) => `Confirm that order ${order} is fully delivered. The customer is notified right away.`,
    confirm: 'Complete order',
    busy: 'Completing…',
    done: 'Order completed',
    failed: 'The order could not be completed',
  },
  changeDelivery: {
    title: 'Change the delivery?',
    text: (order) => `The customer is notified and sees the new delivery of order ${order} from now on.`,
    confirm: 'Change delivery',
    busy: 'Saving…',
    done: 'Delivery updated',
    failed: 'The delivery could not be changed',
  },
  refund: {
    title: 'Refund this payment?',
    text: (order) => `Confirm that you have sent back the money for order ${order}. The customer will see your reason.`,
    confirm: 'Refund payment',
    busy: 'Refunding…',
    done: 'Payment refunded',
    failed: 'The payment could not be refunded',
  },
  reopen: {
    title: 'Reopen this order?',
    text: (order) =>
      `Order ${order} awaits verification again and keeps its discount. The customer will see your reason.`,
    confirm: 'Reopen order',
    busy: 'Reopening…',
    done: 'Order reopened',
    failed: 'The order could not be reopened',
  },
  unverify: {
    title: 'Take the verification back?',
    text: (order) =>
      `Order ${order} awaits verification again, and the points it earned are taken back. The customer will see your reason.`,
    confirm: 'Take back',
    busy: 'Taking back…',
    done: 'Verification taken back',
    failed: 'The verification could not be taken back',
  },
}

/** Suggested reasons, which the customer sees. */
export const suggestedReasons = {
  reject: [
    'We haven’t received the transfer.',
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
  reopen: ['The money was received late.', 'The money was found after all.'],
  unverify: ['The transfer belongs to another order.', 'The transfer was reversed by the bank.'],
  verify: ['The bank kept a fee.', 'We waive the rest.'],
} as const

/** A refund of a part: cents, and the outgoing transfer's reference. */
export type RefundPart = { amount?: number | undefined; reference?: string | undefined }

/**
 * Carries out a decision on an order.
 * @param text the reason, also for accepting less than the total, or the delivery note
 */
export function decide(context: ActionContext, decision: Decision, id: string, text: string, part: RefundPart = {}) {
  switch (decision) {
    case 'verify':
      return verifyPayment(context, id, text || undefined)
    case 'reopen':
      return reopenOrder(context, id, text)
    case 'unverify':
      return unverifyPayment(context, id, text)
    case 'reject':
      return rejectPayment(context, id, text)
    case 'complete':
      return completeOrder(context, id, text || undefined)
    case 'changeDelivery':
      return changeDelivery(context, id, text)
    case 'refund':
      return refundOrder(context, id, { reason: text, ...part })
  }
}
