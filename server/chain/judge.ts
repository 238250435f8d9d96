import { clockToleranceMs } from '../ledger/clock-tolerance.ts'
import type { Agreed } from './agree.ts'
import type { Transfer } from './facts.ts'

/** What a transaction means for one order. */
export type Verdict =
  /** It pays the order: all of it, less, or more. */
  | 'exact'
  | 'short'
  | 'over'
  /** It pays an order that was closed before. */
  | 'late'
  /** It isn't this order's payment. */
  | 'wrong_token'
  | 'not_to_us'
  | 'reverted'
  | 'used'
  | 'other_order'
  | 'older_than_order'
  /** Nothing is known for certain yet. */
  | 'disputed'
  | 'waiting'
  | 'mempool'
  | 'moving'
  | 'unknown'
  | 'silent'

export type Judgement = {
  verdict: Verdict
  /** The transfer that pays the order. */
  transfer?: Transfer
  confirmations: number
  /** It has as many confirmations as the network needs. */
  isFinal: boolean
}

/** What an order was asked for, and what is known about other orders. Amounts are in units of the token. */
export type Case = {
  contract: string
  amount: bigint
  /** No other order is asked for this amount. */
  isOwnAmount: boolean
  /** How much a transfer that the customer named may be short and still count as exact. */
  tolerance: bigint
  createdAtMs: number
  isClosed: boolean
  /** How many confirmations make a transfer final. */
  required: number
  isUsed(ordinal: number): boolean
  isOtherOrdersAmount(transfer: Transfer): boolean
}

/** Decides what a transaction means for an order. Pure: the same facts always give the same verdict. */
export function judge(agreed: Agreed, order: Case): Judgement {
  if (agreed.state !== 'mined') return { verdict: agreed.state, confirmations: 0, isFinal: false }
  const { confirmations } = agreed
  const isFinal = confirmations >= order.required
  const result = (verdict: Verdict, transfer?: Transfer): Judgement => ({
    verdict,
    confirmations,
    isFinal,
    ...(transfer && { transfer }),
  })
  if (agreed.status === 'reverted') return result('reverted')
  if (agreed.transfers.length === 0) return result('not_to_us')
  const inToken = agreed.transfers.filter(({ token }) => token === order.contract.toLowerCase())
  if (inToken.length === 0) return result('wrong_token')
  const unused = inToken.filter(({ ordinal }) => !order.isUsed(ordinal))
  if (unused.length === 0) return result('used')
  const own = unused.find(({ value }) => order.isOwnAmount && value === order.amount)
  // A transfer of another order's own amount belongs to that order, even if this customer submits its hash.
  const candidates = own ? [own] : unused.filter((transfer) => !order.isOtherOrdersAmount(transfer))
  const transfer = candidates.find(({ value }) => value === order.amount) ?? largest(candidates)
  if (!transfer) return result('other_order')
  if (agreed.timeMs < order.createdAtMs - clockToleranceMs) return result('older_than_order')
  if (order.isClosed) return result('late', transfer)
  if (transfer.value > order.amount) return result('over', transfer)
  return result(transfer.value >= order.amount - order.tolerance ? 'exact' : 'short', transfer)
}

const largest = (transfers: Transfer[]): Transfer | undefined =>
  transfers.toSorted((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : 0))[0]
