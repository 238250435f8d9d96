import { isNotNull, isNull } from 'drizzle-orm'
import { paymentCurrencies } from '../../shared/payments/amounts.ts'
import { paymentMatches, paymentSources, paymentStates } from '../../shared/payments/ledger-schema.ts'
import { networks, supportedPaymentMethods, tokens } from '../../shared/payments/schema.ts'
import { isDismissed, isUnassigned } from '../conditions.ts'
import { atLeast, createdAt, enumerated, id, kit } from '../kit.ts'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** Payment requests: what customers were asked to send. They keep the rate and the account of their time. */
export const paymentRequests = kit.table(
  'payment_requests',
  {
    id: id(),
    orderId: kit
      .text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    method: kit.oneOf(...supportedPaymentMethods).notNull(),
    network: kit.oneOf(...networks),
    token: kit.oneOf(...tokens),
    /** The account number, Pay ID or wallet address. */
    address: kit.text().notNull(),
    currency: kit.oneOf(...paymentCurrencies).notNull(),
    /** Of the currency's smallest unit. */
    decimals: kit.int().notNull(),
    /** A count of the smallest unit: a token's has more digits than a number holds. */
    amount: kit.text().notNull(),
    /** The order's total that was asked for. */
    cents: kit.cents().notNull(),
    /** Units of the currency per dollar. */
    rate: kit.int().notNull(),
    createdAt: createdAt(),
    /** When the amount became free for other orders; the creation time of a request without an own amount. */
    freedAt: kit.time(),
  },
  (t) => [
    kit.index('payment_requests_by_order').on(t.orderId, t.createdAt),
    kit.index('payment_requests_by_amount').on(t.amount),
    // Locks an order's own amount: a transfer of it pays this order.
    kit.uniqueIndex('payment_requests_own_amount').on(t.network, t.token, t.address, t.amount).where(isNull(t.freedAt)),
    kit
      .index('payment_requests_by_total')
      .on(t.network, t.token, t.address, t.cents, t.amount)
      .where(isNull(t.freedAt)),
    enumerated(t.method, supportedPaymentMethods),
    enumerated(t.network, networks),
    enumerated(t.token, tokens),
    enumerated(t.currency, paymentCurrencies),
    ...atLeast(0, t.decimals, t.cents),
    ...atLeast(1, t.rate),
  ],
)

/** The ledger of incoming payments, with or without an order. Rows are never deleted. */
export const payments = kit.table(
  'payments',
  {
    id: id(),
    orderId: kit.text().references(() => orders.id),
    /** Of one without an order: the closed order that was asked for its amount. */
    lateOrderId: kit.text().references(() => orders.id),
    source: kit.oneOf(...paymentSources).notNull(),
    /** Which transfer it is at its source: of a transaction that staff checked by hand, its hash. */
    sourceId: kit.text().notNull(),
    currency: kit.oneOf(...paymentCurrencies).notNull(),
    decimals: kit.int().notNull(),
    /** A count of the currency's smallest unit. */
    amount: kit.text().notNull(),
    /** What it is worth by itself, rounded down. */
    worth: kit.cents().notNull(),
    /** What its order is credited with, or what it is worth without an order. */
    cents: kit.cents().notNull(),
    payer: kit.text().notNull().default(''),
    /** What was written with the transfer. */
    text: kit.text().notNull().default(''),
    /** What staff noted: why it was dismissed, or where it came from. */
    note: kit.text().notNull().default(''),
    /** The outgoing transfer, where it was sent back. */
    refundReference: kit.text(),
    happenedAt: kit.time().notNull(),
    state: kit.oneOf(...paymentStates).notNull(),
    matchedBy: kit.oneOf(...paymentMatches),
    matchedAt: kit.time(),
    /** Null when the store itself matched it. */
    matchedById: kit.text().references(() => users.id),
    /** Payer, text, note and amount, as they are searched (`shared/search-text.ts`). */
    searchText: kit.text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('payments_by_source').on(t.source, t.sourceId),
    kit.index('payments_by_order').on(t.orderId, t.matchedAt, t.id).where(isNotNull(t.orderId)),
    kit.index('payments_late').on(t.lateOrderId, t.id).where(isNotNull(t.lateOrderId)),
    // Each list of the ledger, by each of its sorts.
    kit.index('payments_by_age').on(t.createdAt, t.id),
    kit.index('payments_by_time').on(t.happenedAt, t.id),
    kit.index('payments_by_worth').on(t.cents, t.id),
    kit.index('payments_unassigned').on(t.createdAt, t.id).where(isUnassigned(t.orderId, t.state)),
    kit.index('payments_unassigned_by_time').on(t.happenedAt, t.id).where(isUnassigned(t.orderId, t.state)),
    kit.index('payments_unassigned_by_worth').on(t.cents, t.id).where(isUnassigned(t.orderId, t.state)),
    kit.index('payments_dismissed').on(t.createdAt, t.id).where(isDismissed(t.state)),
    kit.index('payments_dismissed_by_time').on(t.happenedAt, t.id).where(isDismissed(t.state)),
    kit.index('payments_dismissed_by_worth').on(t.cents, t.id).where(isDismissed(t.state)),
    enumerated(t.source, paymentSources),
    enumerated(t.currency, paymentCurrencies),
    enumerated(t.state, paymentStates),
    enumerated(t.matchedBy, paymentMatches),
    ...atLeast(0, t.decimals, t.worth, t.cents),
  ],
)

/** Pictures of transfers, which customers upload for their orders. */
export const paymentProofs = kit.table(
  'payment_proofs',
  {
    id: id(),
    orderId: kit
      .text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Who uploaded it. */
    userId: kit
      .text()
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the picture: uploaded again, it stays one. */
    hash: kit.text().notNull(),
    width: kit.int().notNull(),
    height: kit.int().notNull(),
    size: kit.int().notNull(),
    createdAt: createdAt(),
    /** A WebP. Last, so that the other columns are read without it. */
    bytes: kit.bytes().notNull(),
  },
  (t) => [
    kit.uniqueIndex('payment_proofs_of_order').on(t.orderId, t.hash),
    kit.index('payment_proofs_by_hash').on(t.hash),
    kit.index('payment_proofs_by_age').on(t.createdAt, t.id),
    ...atLeast(1, t.width, t.height, t.size),
  ],
)

/** What was sent back of an order's payments. */
export const refunds = kit.table(
  'refunds',
  {
    id: id(),
    orderId: kit
      .text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    cents: kit.cents().notNull(),
    reason: kit.text().notNull(),
    /** The outgoing transfer's reference. */
    reference: kit.text(),
    staffId: kit
      .text()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [kit.index('refunds_by_order').on(t.orderId, t.createdAt), ...atLeast(1, t.cents)],
)
