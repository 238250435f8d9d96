import { isNotNull } from 'drizzle-orm'
import { createdAt, id, kit, updatedAt } from '../kit.ts'
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
    paymentStatus: kit.oneOf('pending', 'paid', 'verified', 'failed', 'cancelled', 'refunded').notNull(),
    orderStatus: kit.oneOf('pending', 'processing', 'completed', 'failed').notNull(),
    paymentMethod: kit.oneOf('binance', 'crypto', 'bank').notNull(),
    subtotal: kit.cents().notNull(),
    fees: kit.cents().notNull().default(0),
    discount: kit.cents().notNull().default(0),
    total: kit.cents().notNull(),
    couponId: kit.text().references(() => coupons.id),
    couponCode: kit.text(),
    /** The transfer's reference or transaction hash, as the customer gave it. */
    reference: kit.text(),
    /** Another order had given the same reference before. */
    referenceReused: kit.bool().notNull().default(false),
    /** The transaction hash of a verified crypto payment: no other order is verified by the same. */
    verifiedHash: kit.text(),
    claimedBy: kit.text().references(() => users.id),
    claimedAt: kit.time(),
    claimUntil: kit.time(),
    /** Encrypted; shown to the customer alone. */
    deliveryNote: kit.text(),
    deliveryOpenedAt: kit.time(),
    /** When an order that nobody paid ends by itself. */
    expiresAt: kit.time().notNull(),
    /** When the customer was told that it ends soon. */
    warnedAt: kit.time(),
    paidAt: kit.time(),
    verifiedAt: kit.time(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    kit.index('orders_by_user').on(t.userId, t.createdAt, t.id),
    kit.index('orders_by_age').on(t.createdAt, t.id),
    kit.index('orders_by_payment').on(t.paymentStatus, t.paidAt, t.id),
    kit.index('orders_by_status').on(t.orderStatus, t.createdAt),
    // What few orders have is in their indexes alone.
    kit.index('orders_by_reference').on(t.reference).where(isNotNull(t.reference)),
    kit.uniqueIndex('orders_by_verified_hash').on(t.verifiedHash).where(isNotNull(t.verifiedHash)),
    kit.index('orders_by_expiry').on(t.paymentStatus, t.expiresAt),
    kit.index('orders_by_claim').on(t.claimUntil).where(isNotNull(t.claimUntil)),
    kit.index('orders_by_verification').on(t.paymentMethod, t.verifiedAt).where(isNotNull(t.verifiedAt)),
  ],
)

/** What was ordered, copied at checkout; never changes with the catalogue. */
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
    /** The list price then, for what the customer saved. */
    oldPrice: kit.cents(),
    quantity: kit.int().notNull(),
    logoLink: kit.text().notNull(),
  },
  (t) => [
    kit.uniqueIndex('order_lines_in_order').on(t.orderId, t.position),
    kit.index('order_lines_by_item').on(t.itemId),
    kit.index('order_lines_by_logo').on(t.logoLink),
  ],
)

/** The history of an order: what happened, who did it, when, and a note to go with it. */
export const orderEvents = kit.table(
  'order_events',
  {
    id: id(),
    orderId: kit
      .text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 … within the order: its order, whatever the clock says. */
    seq: kit.int().notNull(),
    what: kit
      .oneOf(
        'created',
        'coupon',
        'cancelled',
        'paid',
        'verified',
        'rejected',
        'completed',
        'refunded',
        'expired',
        'claimed',
        'released',
      )
      .notNull(),
    who: kit.oneOf('customer', 'staff', 'store').notNull(),
    actorId: kit.text().references(() => users.id),
    /** The actor's first name then. */
    name: kit.text().notNull().default(''),
    note: kit.text().notNull().default(''),
    at: createdAt(),
  },
  (t) => [kit.uniqueIndex('order_events_in_order').on(t.orderId, t.seq)],
)

/** What staff tell each other about an order; no customer sees it. */
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
