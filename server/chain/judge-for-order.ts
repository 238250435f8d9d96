import { isDollar, unitsOf } from '../../shared/payments/amounts.ts'
import type { Network } from '../../shared/payments/schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type PaymentRow, readPayments, type RequestRow } from '../ledger/present.ts'
import type { OrderRow } from '../orders/present.ts'
import { findDetached } from '../payments/detach.ts'
import type { Agreed } from './agree.ts'
import type { Transfer } from './facts.ts'
import { findRequestByAmount, readRecorded, tokensOf } from './find-order.ts'
import { judge, type Judgement } from './judge.ts'

/** A transaction that enough endpoints have in a block. */
export type Sighting = {
  network: Network
  /** 64 hex digits in upper case. */
  hash: string
  /** The store's address. */
  address: string
  agreed: Agreed & { state: 'mined' }
  /** How many confirmations make it final. */
  required: number
}

/** Transfers of one transaction that are looked at. */
export const maxTransfers = 50

/** What some transfers of a transaction mean for an order, with what the ledger knows; the order is locked. */
export async function judgeForOrder(
  { tx, env }: MutationContext,
  order: OrderRow,
  request: RequestRow,
  { network, address, hash, agreed, required }: Sighting,
  candidates: Transfer[],
): Promise<Judgement> {
  const transfers = candidates.slice(0, maxTransfers)
  const recorded = (await readRecorded(tx, hash)).filter(({ transfer }) => transfer.network === network)
  const detached = await findDetached(
    tx,
    recorded.map(({ payment }) => payment.id),
  )
  /** It pays an order, or only staff may assign it: they have set it aside, taken it from an order, or counted it by hand. */
  const isTaken = ({ id, orderId, state, sourceId }: PaymentRow) =>
    orderId !== null || state === 'dismissed' || detached.has(id) || sourceId === hash
  const taken = new Set(recorded.filter(({ payment }) => isTaken(payment)).map(({ transfer }) => transfer.ordinal))
  const othersAmounts = new Set<number>()
  for (const transfer of transfers) {
    const owner = await findRequestByAmount(tx, network, address, transfer)
    if (owner && owner.orderId !== order.id) othersAmounts.add(transfer.ordinal)
  }
  const isCovered = await isPaidFor(tx, order)
  const { token, decimals, amount, freedAt } = request
  return judge(
    { ...agreed, transfers },
    {
      contract: tokensOf(network).find((known) => known.token === token)?.contract ?? '',
      amount: BigInt(amount),
      isOwnAmount: freedAt === null && token !== null && isDollar(token),
      tolerance: unitsOf(env.chain?.toleranceCents ?? 0, decimals),
      createdAtMs: order.createdAt.getTime(),
      isClosed: isClosed(order),
      required,
      isUsed: (ordinal) => isCovered || taken.has(ordinal),
      isOtherOrdersAmount: ({ ordinal }) => othersAmounts.has(ordinal),
    },
  )
}

const isClosed = ({ paymentStatus }: OrderRow) =>
  paymentStatus === 'cancelled' || paymentStatus === 'failed' || paymentStatus === 'refunded'

/** Whether what has arrived, or is about to, is the order's total: another transfer is a second payment. */
async function isPaidFor(tx: MutationContext['tx'], order: OrderRow): Promise<boolean> {
  if (isClosed(order)) return false
  if (order.paymentStatus === 'verified') return true
  const counting = (await readPayments(tx, order.id)).filter(({ state }) => state !== 'gone' && state !== 'dismissed')
  const inFlight = counting.filter(({ state }) => state !== 'final').reduce((sum, { worth }) => sum + worth, 0)
  return order.received + inFlight >= order.total
}
