import { isNotNull } from 'drizzle-orm'
import { orderActors, orderEventTypes, orderStatuses, paymentStatuses } from '../../shared/orders/schema.ts'
import { supportedPaymentMethods } from '../../shared/payments/schema.ts'
import { hasOrderStatus, hasPaymentStatus } from '../conditions.ts'
import { allOrNone, atLeast, createdAt, enumerated, id, kit, updatedAt } from '../kit.ts'
import { users } from './accounts.ts'
import { items } from './catalogue.ts'
import { coupons } from './coupons.ts'

export const orders = kit.table(
  'orders',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id),
    paymentStatus: kit.oneOf(...paymentStatuses).notNull(),
    orderStatus: kit.oneOf(...orderStatuses).notNull(),
    paymentMethod: kit.oneOf(...supportedPaymentMethods).notNull(),
    subtotal: kit.cents().notNull(),
    fees: kit.cents().notNull().default(0),
    discount: kit.cents().notNull().default(0),
    total: kit.cents().notNull(),
    /** What the lines cost at list prices, for the amount saved. */
    listTotal: kit.cents().notNull().default(0),
    couponId: kit.text().references(() => coupons.id),
    couponCode: kit.text(),
    /** What the customer writes with the transfer (`shared/orders/payment-reference.ts`); null only in older rows until the app starts. */
    paymentReference: kit.text(),
    /** The payment request that the customer chose last. */
    requestId: kit.text(),
    /** The request for what is missing, while less than the total has arrived. */
    restRequestId: kit.text(),
    /** The sum of its final payments. */
    received: kit.cents().notNull().default(0),
    /** What was sent back. */
    refunded: kit.cents().notNull().default(0),
    /** The transfer's reference or transaction hash, as the customer entered it. */
    reference: kit.text(),
    /** The reference's `referenceKey`, by which references are compared and searched. */
    referenceKey: kit.text(),
    /** Another order has the same reference key. */
    referenceReused: kit.bool().notNull().default(false),
    /** When staff last asked for a picture of the transfer. */
    proofRequestedAt: kit.time(),
    /** The transaction that staff checked by hand; the ledger has it too, the previous version has it here. */
    verifiedHash: kit.text(),
    /** How often it was verified, so that each verification earns its points once. */
    verifications: kit.int().notNull().default(0),
    claimedBy: kit.text().references(() => users.id),
    claimedAt: kit.time(),
    claimUntil: kit.time(),
    /** Encrypted; only the customer can see it. */
    deliveryNote: kit.text(),
    /** When the customer first opened a delivery. */
    deliveryOpenedAt: kit.time(),
    /** When staff last changed the delivery, and when the customer first opened it after that. */
    deliveryChangedAt: kit.time(),
    deliveryReopenedAt: kit.time(),
    /** When the order expires unless it is paid. */
    expiresAt: kit.time().notNull(),
    /** When the customer was reminded that it expires soon. */
    warnedAt: kit.time(),
    paidAt: kit.time(),
    verifiedAt: kit.time(),
    /** When the customer first saw it verified, on any device; kept when a verification is taken back. */
    verificationSeenAt: kit.time(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Includes what is summed of a user's orders, so that the sums don't read the rows.
    kit.index('orders_by_user').on(t.userId, t.createdAt, t.id, t.paymentStatus, t.orderStatus, t.total, t.listTotal),
    kit.index('orders_by_age').on(t.createdAt, t.id),
    kit.index('orders_by_total').on(t.total, t.id),
    kit
      .index('orders_by_user_and_verification')
      .on(t.userId, t.verifiedAt, t.total)
      .where(hasPaymentStatus(t.paymentStatus, 'verified')),
    kit.index('orders_by_payment').on(t.paymentStatus, t.createdAt, t.id, t.orderStatus, t.paymentMethod),
    kit.index('orders_by_status').on(t.orderStatus, t.createdAt, t.id, t.paymentStatus),
    // Partial indexes: few orders have these columns or states. Those of a state have it as a column too: an equality
    // on the index makes it the first choice.
    kit.index('orders_to_verify').on(t.paymentStatus, t.paidAt, t.id).where(hasPaymentStatus(t.paymentStatus, 'paid')),
    kit.index('orders_by_reference_key').on(t.referenceKey, t.id).where(isNotNull(t.reference)),
    kit.uniqueIndex('orders_by_verified_hash').on(t.verifiedHash).where(isNotNull(t.verifiedHash)),
    kit.uniqueIndex('orders_by_payment_reference').on(t.paymentReference),
    kit
      .index('orders_by_expiry')
      .on(t.paymentStatus, t.expiresAt, t.id, t.warnedAt)
      .where(hasPaymentStatus(t.paymentStatus, 'pending')),
    // Deleting a coupon asks whether an order names it.
    kit.index('orders_by_coupon').on(t.couponId).where(isNotNull(t.couponId)),
    kit.index('orders_by_claim').on(t.claimUntil, t.id).where(isNotNull(t.claimUntil)),
    kit
      .index('orders_to_deliver')
      .on(t.orderStatus, t.paymentStatus, t.verifiedAt, t.id)
      .where(hasOrderStatus(t.orderStatus, 'processing')),
    kit.index('orders_by_verification').on(t.paymentMethod, t.verifiedAt).where(isNotNull(t.verifiedAt)),
    kit.index('orders_by_check').on(t.verifiedAt, t.paidAt).where(isNotNull(t.verifiedAt)),
    enumerated(t.paymentStatus, paymentStatuses),
    enumerated(t.orderStatus, orderStatuses),
    enumerated(t.paymentMethod, supportedPaymentMethods),
    ...atLeast(0, t.subtotal, t.fees, t.discount, t.total, t.received, t.refunded),
    allOrNone('orders_claim_check', t.claimedBy, t.claimedAt, t.claimUntil),
  ],
)

/**
 * The sums of all orders that aren't pending, by UTC day and payment method, kept by triggers on `orders` (migration 0006), so that neither
 * figures nor counts read the orders.
 */
export const orderDays = kit.table(
  'order_days',
  {
    /** Days since 1970. */
    day: kit.int().notNull(),
    paymentMethod: kit.oneOf(...supportedPaymentMethods).notNull(),
    /** How many of the orders placed on this day have each payment status; pending ones are counted by an index. */
    paid: kit.int().notNull().default(0),
    verified: kit.int().notNull().default(0),
    failed: kit.int().notNull().default(0),
    cancelled: kit.int().notNull().default(0),
    refunded: kit.int().notNull().default(0),
    /** The totals of the orders verified on this day, without what was refunded of them. */
    revenue: kit.cents().notNull().default(0),
    /** How many payments were verified on this day, refunded ones included. */
    checks: kit.int().notNull().default(0),
  },
  (t) => [kit.primaryKey({ columns: [t.day, t.paymentMethod] }), enumerated(t.paymentMethod, supportedPaymentMethods)],
)

/** What was ordered, copied at checkout; later catalogue changes don't affect it. */
export const orderLines = kit.table(
  'order_lines',
  {
    id: id(),
    orderId: kit
      .text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: kit.int().notNull(),
    itemId: kit
      .text()
      .notNull()
      .references(() => items.id),
    categoryId: kit.text().notNull(),
    name: kit.text().notNull(),
    months: kit.int().notNull(),
    price: kit.cents().notNull(),
    /** The list price at checkout, for the amount saved. */
    oldPrice: kit.cents(),
    quantity: kit.int().notNull(),
    logoLink: kit.text().notNull(),
  },
  (t) => [
    kit.uniqueIndex('order_lines_in_order').on(t.orderId, t.position),
    kit.index('order_lines_by_item').on(t.itemId),
    kit.index('order_lines_by_logo').on(t.logoLink),
    ...atLeast(0, t.position, t.price, t.oldPrice),
    ...atLeast(1, t.months, t.quantity),
  ],
)

/** The history of an order: what happened, who did it, when, and a note. */
export const orderEvents = kit.table(
  'order_events',
  {
    id: id(),
    orderId: kit
      .text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 … within the order; entries are sorted by it, not by time. */
    seq: kit.int().notNull(),
    what: kit.oneOf(...orderEventTypes).notNull(),
    who: kit.oneOf(...orderActors).notNull(),
    actorId: kit.text().references(() => users.id),
    /** The actor's first name at the time. */
    name: kit.text().notNull().default(''),
    note: kit.text().notNull().default(''),
    at: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('order_events_in_order').on(t.orderId, t.seq),
    enumerated(t.what, orderEventTypes),
    enumerated(t.who, orderActors),
    ...atLeast(1, t.seq),
  ],
)

/** Staff's internal notes on an order; customers never see them. */
export const orderNotes = kit.table(
  'order_notes',
  {
    id: id(),
    orderId: kit
      .text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    authorId: kit
      .text()
      .notNull()
      .references(() => users.id),
    text: kit.text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [kit.index('order_notes_by_order').on(t.orderId, t.createdAt)],
)
