import * as z from 'zod/mini'
import { Time } from '../contract.ts'
import { formatAmount } from './amounts.ts'
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

/** The transfer was found, but is not what was asked for: staff decide about it. */
export const isMisdirected = (state: ProgressState): state is (typeof misdirectedStates)[number] =>
  misdirectedStates.some((one) => one === state)
const misdirectedStates = ['wrong_token', 'wrong_network', 'older_than_order'] as const

/** What was sent instead of what was asked for. */
export const FoundTransfer = z.object({
  /** A decimal number in the currency. */
  amount: z.string(),
  currency: z.string(),
  /** When its block was made. */
  at: Time,
})
export type FoundTransfer = z.infer<typeof FoundTransfer>

/** The signal `payment.progress`, which is never stored: a block a second would fill the event log. */
export const PaymentProgress = z.object({
  orderId: z.string(),
  state: z.enum(progressStates),
  confirmations: z.int(),
  /** How many it needs. */
  of: z.int(),
  network: z.enum(networks),
  /** Of one that is misdirected, in a token that the store takes. */
  transfer: z.optional(FoundTransfer),
})
export type PaymentProgress = z.infer<typeof PaymentProgress>

/** What people call each network. */
export const chainNames: Record<Network, string> = {
  BASE: 'Base',
  ARB: 'Arbitrum',
  ERC20: 'Ethereum',
  BEP20: 'BNB Smart Chain',
  OP: 'Optimism',
  MATIC: 'Polygon',
  TRC20: 'TRON',
}

/** The same for a narrow column. */
export const shortChainName = (network: Network) => (network === 'BEP20' ? 'BNB Chain' : chainNames[network])

/** With the code that wallets and exchanges show: 'Polygon (MATIC)'. */
export const networkLabel = (network: Network) => `${chainNames[network]} (${network})`

type Shown = Pick<PaymentProgress, 'state' | 'confirmations' | 'of' | 'network' | 'transfer'>

/**
 * What the customer reads.
 * @param asked the network that they were asked to send on
 */
export const describeProgress = (progress: Shown, asked?: Network | null): string =>
  describeFound(progress, asked) + (isMisdirected(progress.state) ? ` ${waitForUs}` : '')

/** What the customer of a misdirected transfer should do. */
export const waitForUs = 'Please don’t send anything else until we’ve written to you.'

/** What was found, without what to do about a transfer that is misdirected. */
export function describeFound({ state, confirmations, of, network, transfer }: Shown, asked?: Network | null): string {
  const chain = chainNames[network]
  const sent = transfer && formatAmount(transfer.amount, transfer.currency)
  switch (state) {
    case 'seen':
      return `Your transfer is on its way on ${chain}.`
    case 'confirming':
      return `Seen on ${chain} · ${confirmations} of ${of} confirmations`
    case 'final':
      return `Confirmed on ${chain}`
    case 'gone':
      return `Your transfer is no longer on ${chain}. If your wallet doesn’t send it again, please write to us.`
    case 'disputed':
      return 'We’re checking your transfer by hand.'
    case 'silent':
      return `We can’t look at ${chain} right now, so we’ll check your payment by hand.`
    case 'unknown':
      return `We can’t find this transaction on ${chain} yet. If that doesn’t change in a few minutes, check its hash.`
    case 'reverted':
      return `This transaction failed on ${chain}, so nothing was sent. Please send it again.`
    case 'not_to_us':
      return 'This transaction sends nothing to our address. Check that you gave us the right one.'
    case 'wrong_token':
      return `${sent ? `You sent ${sent}, which isn’t` : 'This transaction sends a different token from'} the one we asked for.`
    case 'wrong_network':
      return `${sent ?? 'Your transfer'} arrived at our address on ${chain}, not on ${asked ? chainNames[asked] : 'the network we asked for'}.`
    case 'used':
      return 'This transaction was used already. Check that you gave us the right one.'
    case 'older_than_order':
      return `This transaction${sent ? `, of ${sent},` : ''} is older than your order.`
  }
}

/** What staff read: what is known, and what it means for their decision. */
export function describeProgressForStaff(progress: Shown): string {
  const { state, confirmations, of, network, transfer } = progress
  const chain = chainNames[network]
  const sent = transfer && formatAmount(transfer.amount, transfer.currency)
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
      return `The sources for ${chain} contradict each other. Check the transfer yourself.`
    case 'silent':
      return `No source for ${chain} answers. Check the transfer yourself.`
    case 'unknown':
      return `Not found on ${chain}.`
    case 'reverted':
      return `The transaction failed on ${chain}.`
    case 'not_to_us':
      return 'The transaction sends nothing to our address.'
    case 'wrong_token':
      return sent
        ? `The transaction sends ${sent}, not the requested token.`
        : 'The transaction sends a different token from the requested one.'
    case 'wrong_network':
      return `${sent ?? 'The transaction'} ${sent ? 'arrived' : 'is'} on ${chain}, not on the requested network.`
    case 'used':
      return 'The transaction already pays another order'
    case 'older_than_order':
      return 'The transaction is older than the order'
  }
}
