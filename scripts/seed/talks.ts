import { adasTalk } from './talks/adas.ts'
import { talksOfPayments } from './talks/of-payments.ts'
import { talksOfServices } from './talks/of-services.ts'

/**
 * What was said, oldest first: `>` is the customer, `<` is staff. `{item}` is the name of an item that goes with
 * the line, `{order}` the number of an order that does. `--` is a day in between.
 */
export type Talk = {
  lines: string[]
  /** Of its last line. */
  minutesAgo: number
  /** The member of staff who answers. */
  staff: 'ishara' | 'mira'
  assigned?: true
  resolved?: true
  /** The last line was not read yet by whom it is for. */
  unread?: true
  notes?: string[]
  /** Which of the reviewers it is, where their order is one of those that are being paid. */
  reviewer?: number
}

/** Those of Ada's and of 28 others: together with the long one of Sam's, 30. */
export const talks = { ada: adasTalk, others: [...talksOfPayments, ...talksOfServices] }

/** Answers kept for what is asked every day. */
export const replies: { title: string; text: string }[] = [
  { title: 'Greeting', text: 'Hello {name}, thanks for writing. I’m looking into it now.' },
  {
    title: 'Payment is being checked',
    text: 'Hi {name}, your transfer for {order} has reached our queue. We check payments in the order they arrive, usually within the hour, and you’ll be notified the moment it is verified.',
  },
  {
    title: 'Transfer not found',
    text: 'Hi {name}, I can’t find a transfer for {order} yet. Could you send me the reference or the transaction hash as it appears in your bank or wallet app?',
  },
  {
    title: 'Delivery is ready',
    text: 'Good news, {name}: {order} is complete. Open it under Orders and press “Show delivery” to see your access details.',
  },
  {
    title: 'Refund sent',
    text: 'Hi {name}, the money for {order} is on its way back by the method you paid with. Banks take one to three working days, wallets a few minutes.',
  },
  { title: 'Anything else?', text: 'Glad that’s sorted, {name}. Is there anything else I can help with?' },
]
