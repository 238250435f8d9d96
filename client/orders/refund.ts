import { isTransactionHash, referenceKey } from '../../shared/orders/reference.ts'
import { surplusOf } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { explorerLink } from '../../shared/payments/explorer.ts'
import { formatAmount, formatUnits } from '../../shared/payments/amounts.ts'
import { amountsOf, type FormatMoney, receivedAmount } from '../../shared/payments/order-amounts.ts'
import { chainNames } from '../../shared/payments/progress.ts'
import { transferReferenceLabels } from '../../shared/payments/words.ts'
import { amountDue, paymentWay } from './amount-due.ts'

/** Money that was sent back, as its customer reads it. */
export type SentBack = {
  amount: string
  /** What arrived, of which `amount` is all but digits below a cent, which only tell transfers apart; null otherwise. */
  outOf: string | null
  /** 'Bank transfer', 'USDC on Base (BASE)'. */
  way: string
  at: number
  /** The outgoing transfer's, and where it can be looked up; null if staff gave none. */
  reference: { label: string; text: string; explorer: { name: string; link: string } | null } | null
}

/** How long a transfer back takes at most; after that the customer should have it. */
const refundMs = 5 * 24 * 60 * 60_000

/**
 * How soon the owner says money is sent back, after 'send it back': ' within three working days'; '' if they don't.
 * @param then follows it
 */
export const describeRefundTime = (refundWithin: string | null | undefined, then = '') =>
  refundWithin ? ` within ${refundWithin}${then}` : ''

/** What a customer should do whose money may be sent back the way it came: an exchange's wallet may not take it. */
export const whereToReturn = (isOnChain: boolean) =>
  isOnChain
    ? 'If you sent it from an exchange, tell us which address to send it back to.'
    : 'You don’t need to do anything.'

/** By when the customer of a refunded order should have the money; null once that is over. */
export function refundDueAt(order: Order, now: number): number | null {
  const at = refundedAt(order)
  return at !== null && now - at < refundMs ? at + refundMs : null
}

/** What was sent back of an order, oldest first; of one that was refunded before each was recorded, the whole. */
export function describeRefunds(order: Order, money: FormatMoney): SentBack[] {
  const { refunds = [], refunded } = order
  const way = paymentWay(order)
  const at = refundedAt(order)
  if (refunds.length === 0) {
    return at === null ? [] : [{ ...amountSentBack(order, refunded, money), way, at, reference: null }]
  }
  return refunds.map((refund) => ({
    ...amountSentBack(order, refund.amount, money),
    way,
    at: refund.at,
    reference: refund.reference === null ? null : describeReference(order, refund.reference),
  }))
}

function amountSentBack(order: Order, cents: number, money: FormatMoney): Pick<SentBack, 'amount' | 'outOf'> {
  const amount = refundAmount(order, cents, money)
  if (cents !== (order.received || order.total) || !isToken(order.request?.currency)) return { amount, outOf: null }
  // Nothing may be recorded of one that was verified by hand: its receipt has what was asked for.
  const received = order.payments.length > 0 ? receivedAmount(order, money) : amountDue(order)
  const digits = amount.split('\u00a0')[0]!
  return { amount, outOf: received !== amount && received.startsWith(digits) ? received : null }
}

/** What its customer paid too much and gets back; null for nothing, and for a closed order, which all is sent back of. */
export function surplusToReturn(order: Order, money: FormatMoney): string | null {
  const isOpen = order.paymentStatus === 'paid' || order.paymentStatus === 'verified'
  return isOpen && surplusOf(order) > 0 ? amountsOf(order, money).surplus : null
}

const isToken = (currency: string | undefined): currency is 'USDT' | 'USDC' =>
  currency === 'USDT' || currency === 'USDC'

/** Cents that were sent back, in the currency that they were paid in. */
export function refundAmount(order: Order, cents: number, money: FormatMoney): string {
  const currency = order.request?.currency
  if (isToken(currency)) return formatAmount(formatUnits(BigInt(cents), 2), currency)
  return cents === order.total ? amountDue(order) : amountsOf({ ...order, refunded: cents }, money).refunded
}

function describeReference({ paymentMethod, request }: Order, text: string): SentBack['reference'] {
  const hash = referenceKey(text)
  if (!isTransactionHash(hash)) return { label: transferReferenceLabels[paymentMethod], text, explorer: null }
  const network = request?.network
  const explorer = network ? { name: chainNames[network], link: explorerLink(network, hash) } : null
  return { label: transferReferenceLabels.crypto, text, explorer }
}

const refundedAt = ({ history }: Order) => history.findLast(({ what }) => what === 'refunded')?.at ?? null
