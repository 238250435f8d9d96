import { isTransactionHash, referenceKey } from '../../shared/orders/reference.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { explorerLink } from '../../shared/payments/explorer.ts'
import { formatAmount, formatUnits } from '../../shared/payments/amounts.ts'
import { amountsOf, type FormatMoney } from '../../shared/payments/order-amounts.ts'
import { chainNames } from '../../shared/payments/progress.ts'
import { transferReferenceLabels } from '../../shared/payments/words.ts'
import { amountDue, paymentWay } from './amount-due.ts'

/** Money that was sent back, as its customer reads it. */
export type SentBack = {
  amount: string
  /** 'Bank transfer', 'USDC on Base (BASE)'. */
  way: string
  at: number
  /** The outgoing transfer's, and where it can be looked up; null if staff gave none. */
  reference: { label: string; text: string; explorer: { name: string; link: string } | null } | null
}

/** How long a transfer back takes at most; after that the customer should have it. */
const refundMs = 5 * 24 * 60 * 60_000

/** Whether the money of a refunded order may still be on its way. */
export function isRecentRefund(order: Order, now: number): boolean {
  const at = refundedAt(order)
  return at !== null && now - at < refundMs
}

/** What was sent back of an order, oldest first; of one that was refunded before each was recorded, the whole. */
export function describeRefunds(order: Order, money: FormatMoney): SentBack[] {
  const { refunds = [], refunded } = order
  const way = paymentWay(order)
  const at = refundedAt(order)
  if (refunds.length === 0) {
    return at === null ? [] : [{ amount: refundAmount(order, refunded, money), way, at, reference: null }]
  }
  return refunds.map((refund) => ({
    amount: refundAmount(order, refund.amount, money),
    way,
    at: refund.at,
    reference: refund.reference === null ? null : describeReference(order, refund.reference),
  }))
}

/** Cents that were sent back, in the currency that they were paid in. */
export function refundAmount(order: Order, cents: number, money: FormatMoney): string {
  const currency = order.request?.currency
  if (currency === 'USDT' || currency === 'USDC') return formatAmount(formatUnits(BigInt(cents), 2), currency)
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
