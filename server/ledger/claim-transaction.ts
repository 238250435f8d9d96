import { and, eq } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { chainTransfers, orders, payments } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { lockName } from '../db/lock-name.ts'
import type { MutationContext } from '../events/mutation.ts'
import { creditOrder } from './credit-order.ts'
import type { PaymentRow } from './present.ts'
import { paymentSearchText } from './search-text.ts'

type OrderRow = typeof orders.$inferSelect

/**
 * Counts the transaction that staff have checked by hand as an order's payment: a transaction pays one order only, and
 * one that was detached from an order can pay another. An order that has payments already is credited nothing more.
 * @param own the order's payments; if one came from a chain, its transaction is recorded already
 * @throws 409 naming the order that was verified with it (docs/rules.md, Orders)
 */
export async function claimTransaction(
  ctx: MutationContext,
  staff: { id: string },
  order: OrderRow,
  hash: string,
  own: PaymentRow[],
): Promise<OrderRow> {
  if (own.some(({ source }) => source === 'chain')) return order
  const { tx, now } = ctx
  await lockName(tx, `transaction ${hash}`)
  const [known] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.source, 'chain'), eq(payments.sourceId, hash)))
  if (known?.orderId === order.id) return rememberHash(ctx, order, hash)
  // The previous version has it with the order only.
  const [earlier] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.verifiedHash, hash)).limit(1)
  if (earlier) throw usedBy(earlier.id)
  // The store itself found it on its chain. Of a transaction that pays several orders, each transfer has its own row.
  const found = await tx
    .select({ orderId: payments.orderId })
    .from(chainTransfers)
    .innerJoin(payments, eq(payments.id, chainTransfers.paymentId))
    .where(eq(chainTransfers.hash, hash))
  const used = found.find(({ orderId }) => orderId !== null && orderId !== order.id)
  if (used) throw usedBy(used.orderId)
  if (known && (known.orderId !== null || known.state === 'dismissed')) throw usedBy(known.orderId)
  const match = { orderId: order.id, matchedBy: 'hash', matchedAt: now, matchedById: staff.id } as const
  if (known) {
    await tx.update(payments).set(match).where(eq(payments.id, known.id))
  } else {
    const cents = own.length > 0 ? 0 : order.total
    const amount = { currency: 'USD', decimals: 2, amount: String(cents) } as const
    await tx.insert(payments).values({
      id: newId(now.getTime()),
      source: 'chain',
      sourceId: hash,
      ...amount,
      worth: cents,
      cents,
      happenedAt: order.paidAt ?? now,
      state: 'final',
      ...match,
      searchText: paymentSearchText({ ...amount, payer: '', text: hash, note: '' }),
      text: hash,
      createdAt: now,
    })
  }
  return rememberHash(ctx, await creditOrder(ctx, order), hash)
}

async function rememberHash({ tx }: MutationContext, order: OrderRow, verifiedHash: string): Promise<OrderRow> {
  const [row] = await tx.update(orders).set({ verifiedHash }).where(eq(orders.id, order.id)).returning()
  return row!
}

function usedBy(orderId: string | null) {
  return conflict(
    'transaction_used',
    orderId === null
      ? 'This transaction was dismissed. Nothing was changed.'
      : `Order #${orderNumber(orderId)} was already verified with this transaction. Nothing was changed.`,
  )
}
