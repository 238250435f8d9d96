import * as z from 'zod/mini'
import { type Network, networks } from './schema.ts'

/** What the store knows about the transfer of an order, from the first sign to certainty. */
export const progressStates = [
  'seen',
  'confirming',
  'final',
  'gone',
  'disputed',
  'silent',
  'unknown',
  'reverted',
  'not_to_us',
  'wrong_token',
  'wrong_network',
  'used',
  'older_than_order',
] as const
export type ProgressState = (typeof progressStates)[number]

/** The signal `payment.progress`, which is never stored: a block a second would fill the event log. */
export const PaymentProgress = z.object({
  orderId: z.string(),
  state: z.enum(progressStates),
  confirmations: z.int(),
  /** How many it needs. */
  of: z.int(),
  network: z.enum(networks),
})
export type PaymentProgress = z.infer<typeof PaymentProgress>

export const chainNames: Record<Network, string> = {
  BASE: 'Base',
  ARB: 'Arbitrum',
  ERC20: 'Ethereum',
  BEP20: 'BNB Smart Chain',
  OP: 'Optimism',
  MATIC: 'Polygon',
  TRC20: 'TRON',
}

type Shown = Pick<PaymentProgress, 'state' | 'confirmations' | 'of' | 'network'>

/** What the customer reads. */
export function describeProgress({ state, confirmations, of, network }: Shown): string {
  const chain = chainNames[network]
  switch (state) {
    case 'seen':
      return `Your transfer is on its way on ${chain}.`
    case 'confirming':
      return `Seen on ${chain} · ${confirmations} of ${of} confirmations`
    case 'final':
      return `Confirmed on ${chain}`
    case 'gone':
      return `Your transfer is no longer on ${chain}. If your wallet doesn’t send it again, please contact us.`
    case 'disputed':
      return 'We are checking your transfer by hand.'
    case 'silent':
      return `We can’t look at ${chain} just now. We will check your payment by hand.`
    case 'unknown':
      return `We can’t find this transaction on ${chain} yet.`
    case 'reverted':
      return `This transaction failed on ${chain}: nothing was sent.`
    case 'not_to_us':
      return 'This transaction sends nothing to our address.'
    case 'wrong_token':
      return 'This transaction sends another token than we asked for. We will look into it.'
    case 'wrong_network':
      return `This transaction is on ${chain}, another network than we asked for. We will look into it.`
    case 'used':
      return 'This transaction was used already.'
    case 'older_than_order':
      return 'This transaction is older than your order. We will look into it.'
  }
}

/** What staff read: what is known, and what it means for their decision. */
export function describeProgressForStaff(progress: Shown): string {
  const { state, confirmations, of, network } = progress
  const chain = chainNames[network]
  switch (state) {
    case 'seen':
      return `On its way on ${chain}; not certain yet`
    case 'confirming':
      return `Seen on ${chain} · ${confirmations} of ${of} confirmations`
    case 'final':
      return `Confirmed on ${chain} with ${of} confirmations`
    case 'gone':
      return `No longer on ${chain}: a reorganization removed it`
    case 'disputed':
      return `The sources for ${chain} contradict each other. Look yourself.`
    case 'silent':
      return `No source for ${chain} answers. Look yourself.`
    case 'unknown':
      return `Not found on ${chain}`
    case 'reverted':
      return `The transaction failed on ${chain}`
    case 'not_to_us':
      return 'The transaction sends nothing to our address'
    case 'wrong_token':
      return 'The transaction sends another token than asked for'
    case 'wrong_network':
      return `The transaction is on ${chain}, not on the network asked for`
    case 'used':
      return 'The transaction pays another order'
    case 'older_than_order':
      return 'The transaction is older than the order'
  }
}
