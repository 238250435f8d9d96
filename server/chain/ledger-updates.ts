import { eq } from 'drizzle-orm'
import { chainTransfers, type payments } from '../../drizzle/schema.ts'
import { formatUnits } from '../../shared/payments/amounts.ts'
import { formatPaymentReference } from '../../shared/orders/payment-reference.ts'
import { chainNames, type FoundTransfer, isMisdirected, type ProgressState } from '../../shared/payments/progress.ts'
import type { Network } from '../../shared/payments/schema.ts'
import type { AppContext } from '../app-context.ts'
import { runMutation } from '../events/mutation.ts'
import { isPaused } from '../payments/pause-verification.ts'
import type { Agreed } from './agree.ts'
import type { Transfer } from './facts.ts'
import { type NamedOrder, readRecorded, tokenOf, worthOfTransfer } from './find-order.ts'
import { maxTransfers, type Sighting } from './judge-for-order.ts'
import type { Verdict } from './judge.ts'
import type { Lookups } from './lookups.ts'
import { attachByHash, recordTransfer } from './record-transfer.ts'
import { finalize, giveUp, markGone, markSeenAgain, stopWatching, verifyHeld } from './settle-transfer.ts'

/** One that is gone, or never becomes final, is given up after that. */
const giveUpMs = 24 * 3_600_000

/** A transfer that was found on a chain, with its row in the ledger. */
export type Watched = { transfer: typeof chainTransfers.$inferSelect; payment: typeof payments.$inferSelect }
type ShowProgress = (
  orderId: string | null,
  state: ProgressState,
  confirmations: number,
  elsewhere?: { network?: Network; transfer?: FoundTransfer | undefined },
) => Promise<void>
type Options = {
  /** The confirmations that make a transfer final. */
  required: number
  /** Enough endpoints agree to act without staff. */
  isTrusted: boolean
  lookups: Lookups
  showProgress: ShowProgress
}

/** Brings the ledger in line with what the endpoints of a network agree on about a transaction. */
export function createLedgerUpdates(
  app: AppContext,
  name: Network,
  { required, isTrusted, lookups, showProgress }: Options,
) {
  /** Records what a mined transaction transferred, and whom it pays of those who named it. */
  async function recordAll(sighting: Sighting, naming: NamedOrder[], fromOtherNetworks: NamedOrder[]) {
    const { hash, agreed } = sighting
    const misdirected = fromOtherNetworks.find((order) => order.hash === hash)
    const known = agreed.transfers.filter(({ token }) => tokenOf(name, token)).slice(0, maxTransfers)
    const transfer = describeLargest(known, agreed.timeMs)
    if (agreed.status === 'success') {
      // The reference in it makes the order a proposal.
      const hint = misdirected
        ? `Payment code ${formatPaymentReference(misdirected.reference ?? '')}: sent on ${chainNames[name]} instead of ${chainNames[misdirected.network]}`
        : null
      for (const one of known) {
        await runMutation(app, (ctx) => recordTransfer(ctx, sighting, one, hint))
      }
    }
    for (const order of naming) {
      const verdict = await runMutation(app, (ctx) => attachByHash(ctx, sighting, order.orderId, order.requestId))
      if (verdict === null) continue
      const state = shownVerdicts[verdict] ?? 'seen'
      await showProgress(order.orderId, state, agreed.confirmations, isMisdirected(state) ? { transfer } : {})
    }
    if (misdirected && agreed.transfers.length > 0) {
      lookups.elsewhere.set(hash, { network: name, transfer })
      await showProgress(misdirected.orderId, 'wrong_network', 0, { transfer })
    }
    lookups.notFound.delete(hash)
  }

  /** What a transaction sends most of, as its customer reads it. */
  function describeLargest(transfers: Transfer[], at: number): FoundTransfer | undefined {
    const worthOf = (transfer: Transfer) => worthOfTransfer(name, transfer) ?? 0
    const [largest] = transfers.toSorted((a, b) => worthOf(b) - worthOf(a))
    const known = largest && tokenOf(name, largest.token)
    return known ? { amount: formatUnits(largest.value, known.decimals), currency: known.token, at } : undefined
  }

  /** Moves what the ledger has of a transaction on: it is certain, in another block, or without our transfer. */
  async function settle({ hash, agreed }: Sighting, now: Date) {
    const rows = (await readRecorded(app.db, hash)).filter(({ transfer }) => transfer.network === name)
    for (const { transfer, payment } of rows) {
      if (transfer.settledAt !== null) continue
      const { paymentId } = transfer
      const isThere =
        agreed.status === 'success' &&
        agreed.transfers.some(({ ordinal, value }) => ordinal === transfer.ordinal && String(value) === payment.amount)
      if (!isThere) {
        await runMutation(app, (ctx) => markGone(ctx, paymentId, name))
        await showProgress(payment.orderId, 'gone', 0)
        continue
      }
      if (transfer.block !== agreed.block) {
        await app.db.update(chainTransfers).set({ block: agreed.block }).where(eq(chainTransfers.paymentId, paymentId))
      }
      if (agreed.confirmations >= required) {
        await runMutation(app, (ctx) => finalize(ctx, paymentId, name, isTrusted))
      } else if (payment.state === 'gone') {
        await runMutation(app, (ctx) => markSeenAgain(ctx, paymentId))
      }
      const isFinal = agreed.confirmations >= required
      // One that counts already says nothing about another transfer for the same order.
      if (payment.state !== 'final') {
        await showProgress(payment.orderId, isFinal ? 'final' : 'confirming', Math.min(agreed.confirmations, required))
      }
      if (isFinal && transfer.heldAt !== null && !(await isPaused(app.db))) {
        await runMutation(app, (ctx) => verifyHeld(ctx, paymentId, name, isTrusted))
      }
      const isOver = agreed.confirmations >= 2 * required || now.getTime() - transfer.createdAt.getTime() > giveUpMs
      if (isFinal && isOver) await runMutation(app, (ctx) => stopWatching(ctx, paymentId))
    }
  }

  /** Shows what is known of a transaction that isn't in a block, or no longer. */
  async function describeUnsettled({ transfer, payment }: Watched, agreed: Agreed, isGone: boolean, now: Date) {
    const { paymentId } = transfer
    // An endpoint that is behind hasn't seen its block yet.
    if (isGone && agreed.state === 'unknown' && agreed.head >= transfer.block) {
      await runMutation(app, (ctx) => markGone(ctx, paymentId, name))
      await showProgress(payment.orderId, 'gone', 0)
      if (now.getTime() - transfer.createdAt.getTime() > giveUpMs) {
        await runMutation(app, (ctx) => giveUp(ctx, paymentId))
      }
    } else if (agreed.state === 'disputed' || agreed.state === 'silent') {
      if (payment.state !== 'final') await showProgress(payment.orderId, agreed.state, 0)
    } else if (agreed.state !== 'waiting' && payment.state !== 'final') {
      await showProgress(payment.orderId, 'seen', 0)
    }
  }

  return { recordAll, settle, describeUnsettled }
}

/** The verdicts on a transaction that isn't the order's payment. */
const shownVerdicts: Partial<Record<Verdict, ProgressState>> = {
  reverted: 'reverted',
  not_to_us: 'not_to_us',
  wrong_token: 'wrong_token',
  used: 'used',
  other_order: 'used',
  older_than_order: 'older_than_order',
}
